export { type CertifyOptions, certify, certifyWith } from './certify.js';
export { type ClosurePlace, closurePlaces } from './closure-places.js';
export { type NodeDomains, nodeDomains, type ProgramDomains } from './node-domains.js';
export type * from './report/certification.js';
