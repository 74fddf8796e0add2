export { drawCircuit } from './draw-circuit.js';
export type { CardPlace, Picture } from './picture/draw-program.js';
export { collapsedParts } from './picture/scenes.js';
export { openPlaces } from './view/open-places.js';
export { type OpenedPart, openPart, PART_PATTERN, type Part } from './view/part.js';
export { policyView, programView } from './view/program-view.js';
export type { CertificationState, GraphView, NodeView, PolicyView, ProgramView } from './view/view.js';
export { viewAction, viewCircuit } from './view/view-circuit.js';
