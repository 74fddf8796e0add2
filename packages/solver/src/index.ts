export { type ClosableSolver, createSolver } from './solver.js';
