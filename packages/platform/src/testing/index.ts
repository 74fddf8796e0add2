export * from './described-answers.js';
export * from './proxy.js';
export * from './reading.js';
export * from './refusals.js';
export * from './servers.js';
export * from './settings-table.js';
export * from './test-database.js';
export * from './test-redis.js';
