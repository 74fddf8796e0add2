import { join } from 'node:path';
import { eventually, type Program, runProgram, startProgram } from './programs.js';

/** The root of the repository. */
export const REPOSITORY = join(__dirname, '../../../..');

/** The entry points of the processes, relative to a checkout that is built. */
const ENTRIES = {
  registry: 'services/registry/dist/main.js',
  worker: 'services/registry/dist/worker.js',
  compiler: 'services/compiler/dist/main.js',
} as const;
export type ServiceName = keyof typeof ENTRIES;

export interface ServiceProcess extends Program {
  /** Without a slash at the end. Empty for the worker. */
  readonly address: string;
}

export type Environment = Readonly<Record<string, string>>;

/**
 * Starts a process of a service as an operator does, on a free port unless `environment` has one, and waits until it reports its start.
 * @param checkout a built checkout. Default: this one
 * @throws if the process ends before
 */
export async function startService(name: ServiceName, environment: Environment, checkout = REPOSITORY): Promise<ServiceProcess> {
  const env = { PATH: process.env['PATH'], REGISTRY_PORT: '0', COMPILER_PORT: '0', SHUTDOWN_DRAIN_MILLISECONDS: '0', ...environment };
  const program = startProgram(process.execPath, [join(checkout, ENTRIES[name])], { env });
  const port = await eventually(`the ${name} starts`, async () => {
    const said = program.said();
    const listening = /"port":(\d+),"msg":"listening"/.exec(said)?.[1];
    if (name === 'worker' ? said.includes('"msg":"taking jobs"') : listening !== undefined) return listening ?? '';
    // It does not start any more: `eventually` would ask for two minutes.
    return program.isRunning() ? undefined : 'ended';
  });
  if (port === 'ended') throw new Error(`the ${name} ended before it was up: ${program.said()}`);
  return { ...program, address: port === '' ? '' : `http://127.0.0.1:${port}` };
}

/** Runs a command of the operator, and returns its output. */
export async function operator(args: readonly string[], environment: Environment, checkout = REPOSITORY): Promise<string> {
  const program = join(checkout, 'services/registry/dist/operator/main.js');
  return runProgram(process.execPath, [program, ...args], { env: { PATH: process.env['PATH'], ...environment } });
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; `undefined` if the body is not JSON. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Sends a request with JSON, and reads its whole answer. */
export async function call(
  method: string,
  url: string,
  options: { readonly key?: string; readonly body?: object; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const headers = {
    ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(options.key === undefined ? {} : { Authorization: `Bearer ${options.key}` }),
    ...options.headers,
  };
  const answer = await fetch(url, { method, headers, ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }) });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : undefined };
}

/** Registers an account at a registry, and returns its key. */
export async function register(registry: string): Promise<string> {
  const email = `drill-${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}@example.org`;
  const { status, body } = await call('POST', `${registry}/v1/auth/register`, { body: { email, name: 'Drill' } });
  if (status !== 201 || typeof body?.['api_key'] !== 'string') throw new Error(`the registration was answered with ${status}`);
  return body['api_key'];
}

/** A source that closes; a different one for each number. */
export function closedSource(number: number): string {
  return `circuit drill_${number} {\n  input a: 0..1_000\n  output b: 0..10_000_000\n  b = a + ${number}\n}\n`;
}
