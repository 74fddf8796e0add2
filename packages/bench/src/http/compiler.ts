import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { post } from './post.js';
import type { BenchedRegistry } from './registry.js';
import { startProgram } from './services.js';

const REPOSITORY = resolve(__dirname, '../../../..');

/** The compiler's process with one policy: the gateway of the examples. */
export interface BenchedCompiler {
  readonly origin: string;
  /** A check that the policy allows. */
  readonly check: { readonly policy_id: string; readonly action: object };
  stop(): Promise<void>;
}

/**
 * Starts the compiler as an operator would, on the database and the Redis of the registry.
 * @param folder of its log
 */
export async function startCompiler(folder: string, { environment, key }: BenchedRegistry): Promise<BenchedCompiler> {
  const started = await startProgram('compiler', { ...environment, COMPILER_PORT: '0' }, folder);
  const { origin } = started;
  const source = await readFile(join(REPOSITORY, 'examples/gateway.kir'), 'utf8');
  const policy = await post(`${origin}/v1/policies`, { name: 'benched', source }, key);
  const action = { category: 'net.connect', params: { host: 'shop.example.com', port: 443 } };
  const check = { policy_id: String(policy['policy_id']), action };
  const decision = await post(`${origin}/v1/policy/check`, check, key);
  if (decision['verdict'] !== 'ALLOW') throw new Error('the benched check is not allowed');
  return { origin, check, stop: async () => started.stop() };
}
