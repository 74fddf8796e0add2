import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { ExpectedAnswer } from './reference.js';

/** The values of the host for entropy sources. */
export interface Host {
  readonly now?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Imports an emitted module as Node does; returns it as a function from a line of inputs to an answer. */
export function loaded(text: string, host: Host = {}): (line: string) => ExpectedAnswer {
  const answersTo = imported(text, host);
  return (line) => {
    const [answer] = answersTo([line]);
    if (answer === undefined) throw new Error(`no answer to ${line.slice(0, 200)}`);
    return answer;
  };
}

/**
 * Imports an emitted module; returns it as a function from lines of inputs to an answer for each. Lines are batched, since a
 * message to the thread costs more than most answers.
 */
export function imported(text: string, host: Host = {}): (lines: readonly string[]) => readonly ExpectedAnswer[] {
  const thread = threadWithRoom();
  const { error } = thread.ask({ text });
  if (error !== undefined) throw new Error(`the module does not load: ${error}\n${text.slice(0, 2_000)}`);
  const module = thread.modules;
  return (lines) => {
    const { answers = [], error: thrown } = thread.ask({ module, lines, host });
    if (thrown !== undefined) throw new Error(`the module throws for ${lines[answers.length]?.slice(0, 200)}: ${thrown}`);
    return answers;
  };
}

/**
 * Imports a module compiled from a policy; returns it as a function from actions to the JSON of a decision for each. An action is
 * JavaScript: an array of category and params, which may hold what no JSON does.
 */
export function importedPolicy(text: string): (actions: readonly string[]) => readonly string[] {
  const thread = threadWithRoom();
  const { error } = thread.ask({ text });
  if (error !== undefined) throw new Error(`the module does not load: ${error}\n${text.slice(0, 2_000)}`);
  const module = thread.modules;
  return (actions) => {
    const { decisions = [], error: thrown } = thread.ask({ module, actions });
    if (thrown !== undefined) throw new Error(`the module throws: ${thrown}`);
    return decisions;
  };
}

type Request =
  | { readonly text: string }
  | { readonly module: number; readonly lines: readonly string[]; readonly host: Host }
  | { readonly module: number; readonly actions: readonly string[] };

interface Reply {
  /** The answers to the lines up to the first with an exception. */
  readonly answers?: readonly ExpectedAnswer[];
  /** The decisions about actions, as JSON. */
  readonly decisions?: readonly string[];
  /** The stack of an exception that is not a refusal of the circuit. */
  readonly error?: string;
}

/** Limit for the modules of one thread, since imported modules are never released. */
const MAX_MODULES = 2_000;

/** Less than Node's default, so that modules that run here also run there. */
const STACK_MEGABYTES = 1;

/** A thread that imports modules and calls them. The caller blocks until it answers, so that tests are synchronous. */
class ModuleThread {
  /** The modules that were imported. One that does not load is none, here and in the thread. */
  modules = 0;
  private readonly signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  private readonly port: MessagePort;
  private readonly worker: Worker;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.worker = new Worker(SCRIPT, {
      eval: true,
      workerData: { signal: this.signal, port: port2 },
      transferList: [port2],
      resourceLimits: { stackSizeMb: STACK_MEGABYTES },
    });
    this.port.unref();
    this.worker.unref();
  }

  ask(request: Request): Reply {
    Atomics.store(this.signal, 0, 0);
    this.port.postMessage(request, []);
    // A notification can arrive after its message was already read: then the next answer is not there yet.
    for (;;) {
      if (Atomics.wait(this.signal, 0, 0, 300_000) === 'timed-out') throw new Error('the module gives no answer');
      const received = receiveMessageOnPort(this.port);
      if (received === undefined) continue;
      const reply: Reply = received.message;
      if ('text' in request && reply.error === undefined) this.modules += 1;
      return reply;
    }
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

let current: ModuleThread | undefined;

/** Ends the thread of the modules, which would keep the test process from ending. A later module gets another one. */
export async function endModules(): Promise<void> {
  const ended = current;
  current = undefined;
  await ended?.end();
}

// In the `describe` that first imports this module, if it is not imported at the top of a file.
if (typeof afterAll === 'function') afterAll(endModules);

function threadWithRoom(): ModuleThread {
  if (current !== undefined && current.modules >= MAX_MODULES) {
    void current.end();
    current = undefined;
  }
  current ??= new ModuleThread();
  return current;
}

const SCRIPT = `
const { runInThisContext } = require('node:vm');
const { workerData: { signal, port } } = require('node:worker_threads');
const { env } = process;
const now = Date.now;
const modules = [];

function answerOf(module, line, host) {
  const { DomainError, Fault, GuardError } = module;
  const [circuit] = Object.entries(module).filter(([name]) => !['DomainError', 'Fault', 'GuardError'].includes(name)).map(([, value]) => value);
  Date.now = () => host.now;
  process.env = host.env ?? {};
  try {
    return { outputs: JSON.stringify(circuit(JSON.parse(line)), withoutHiding) };
  } catch (error) {
    if (error instanceof DomainError) return { domain_error: { port: error.port, path: error.path } };
    if (Fault !== undefined && error instanceof Fault) return { fault: { line: error.line } };
    if (GuardError !== undefined && error instanceof GuardError) return { guard: { domain: error.domain, line: error.line } };
    throw error;
  } finally {
    Date.now = now;
    process.env = env;
  }
}

/** -0, which JSON would hide, as what no answer has. */
function withoutHiding(_, value) {
  return Object.is(value, -0) ? 'minus zero' : value;
}

async function replyTo(request) {
  const answers = [];
  try {
    if ('text' in request) modules.push(await import('data:text/javascript;base64,' + Buffer.from(request.text).toString('base64')));
    else if ('actions' in request) {
      const { decide } = modules[request.module - 1];
      return { decisions: request.actions.map((action) => JSON.stringify(decide(...runInThisContext('(' + action + ')')))) };
    } else for (const line of request.lines) answers.push(answerOf(modules[request.module - 1], line, request.host));
    return { answers };
  } catch (error) {
    return { answers, error: String(error?.stack ?? error) };
  }
}

port.on('message', async (request) => {
  port.postMessage(await replyTo(request));
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
`;
