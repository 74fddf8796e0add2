export { drawCircuit, viewCircuit } from './draw-circuit.js';
export { openPlaces } from './view/open-places.js';
export { policyView, programView } from './view/program-view.js';
export type { CertificationState, PolicyView, ProgramView } from './view/view.js';
