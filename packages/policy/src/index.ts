export { type KeepOptions, type KeptPolicy, keepPolicy } from './keep-policy.js';
export type { Action, ActionError, Decision } from './policy-module.js';
