export { drawCircuit, viewCircuit } from './draw-circuit.js';
export { openPlaces } from './view/open-places.js';
export { programView } from './view/program-view.js';
export type { CertificationState, ProgramView } from './view/view.js';
