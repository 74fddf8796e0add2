export { type ClosableSolver, createSolver } from './solver.js';
export { SolverOutage, solverOnDemand } from './solver-on-demand.js';
