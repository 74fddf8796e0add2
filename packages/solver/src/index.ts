export { type SolverOut, SolverOutage, solverOnDemand, unlessSolverIsOut } from './solver-on-demand.js';
export type { ClosableSolver } from './solver-over.js';
export { startSolver } from './start-solver.js';
