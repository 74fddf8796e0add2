export type { ClosableSolver } from './solver-over.js';
export { type SolverOut, SolverOutage, solverOnDemand, unlessSolverIsOut } from './solver-on-demand.js';
export { startSolver } from './start-solver.js';
