/** The part that tasks import in a thread: without Express, Prisma and the clients of Redis. */
export * from './source.js';
export { threadSolver } from './thread-solver.js';
export * from './transfer.js';
