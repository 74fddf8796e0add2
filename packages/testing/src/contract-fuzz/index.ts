export * from './contract.js';
export * from './world.js';
