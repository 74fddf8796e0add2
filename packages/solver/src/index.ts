export type { ClosableSolver } from './solver.js';
export { type SolverOut, SolverOutage, solverOnDemand, unlessSolverIsOut } from './solver-on-demand.js';
export { startSolver } from './start-solver.js';
