export { type ClosableSolver, createSolver } from './solver.js';
export { type SolverOut, SolverOutage, solverOnDemand, unlessSolverIsOut } from './solver-on-demand.js';
