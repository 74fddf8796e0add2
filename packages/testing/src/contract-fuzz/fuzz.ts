import { Choices } from './choices.js';
import { curlCommand } from './curl.js';
import { Judge } from './judge.js';
import { Pools } from './pools.js';
import { rawRequest, sendRaw } from './raw-wire.js';
import { type FuzzRequest, type NamedOperation, operationsOf, requestOf } from './request.js';
import { Shapes } from './shapes.js';
import { Tally } from './tally.js';
import { type WireAnswer, WireClient } from './wire.js';
import { readDescription, type World } from './world.js';

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** Requests that run at once. */
  readonly lanes: number;
}

/** The result of a run. */
export interface FuzzReport {
  /** A finding each, with the command that sends its request again. */
  readonly findings: readonly string[];
  readonly tally: Tally;
  readonly operations: readonly string[];
}

/** Percentage of messages that are not even requests. */
const RAW_PERCENT = 2;
/** So many clients go before their answer, after as many milliseconds at most. */
const ABANDONED_PERCENT = 2;
const MAX_STAY = 30;
/** Percentage of deleted resources that are requested again. */
const KEPT_PERCENT = 15;
/** Limits for equal findings and for all findings: a service that is broken everywhere needs no finding for each request. */
const MAX_ALIKE = 2;
const MAX_FINDINGS = 40;
const SAYS_WHICH = 60;

/** Sends generated requests to a service, and holds each answer to its own description. */
export async function fuzzContract(world: World, { requests, seed, lanes }: FuzzOptions): Promise<FuzzReport> {
  const run = await ContractFuzz.open(world, seed, lanes);
  let next = 0;
  const lane = async () => {
    while (next < requests && run.findings.length < MAX_FINDINGS) {
      next += 1;
      // oxlint-disable-next-line no-await-in-loop -- a lane sends one after the other
      await run.one(next);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return run.close();
}

class ContractFuzz {
  readonly findings: string[] = [];
  readonly #alike = new Map<string, number>();
  readonly #world: World;
  readonly #seed: number;
  readonly #operations: readonly NamedOperation[];
  readonly #judge: Judge;
  readonly #wire: WireClient;
  readonly #pools: Pools;
  readonly #shapes = new Shapes();
  readonly #tally = new Tally();

  static async open(world: World, seed: number, lanes: number): Promise<ContractFuzz> {
    return new ContractFuzz(world, seed, lanes, await readDescription(world.base));
  }

  private constructor(world: World, seed: number, lanes: number, description: Awaited<ReturnType<typeof readDescription>>) {
    this.#world = world;
    this.#seed = seed;
    this.#operations = operationsOf(description);
    this.#judge = new Judge(description, world.rules);
    this.#wire = new WireClient(world.base, lanes);
    this.#pools = new Pools(world);
  }

  /** Sends one request and judges what comes. */
  async one(number: number): Promise<void> {
    const choices = new Choices(this.#seed, number);
    if (choices.chance(RAW_PERCENT)) return this.#raw(number, choices);
    const request = requestOf(this.#operations, { world: this.#world, pools: this.#pools, shapes: this.#shapes, choices });
    if (choices.chance(ABANDONED_PERCENT)) return this.#wire.abandon(request, choices.below(MAX_STAY));
    try {
      const answer = await this.#wire.send(request);
      this.#tally.answered(request.name, answer);
      for (const fault of this.#judge.faults(request, answer)) this.#found(number, fault, request, answer);
      this.#learn(request, answer, choices);
    } catch (error) {
      this.#found(number, `there is no answer: ${String(error)}`, request, undefined);
    }
  }

  close(): FuzzReport {
    this.#wire.close();
    return { findings: this.findings, tally: this.#tally, operations: this.#operations.map(({ name }) => name) };
  }

  async #raw(number: number, choices: Choices): Promise<void> {
    const raw = rawRequest(choices);
    const answer = await sendRaw(this.#world.base, raw);
    const fault = this.#judge.rawFault(answer);
    this.#tally.raw();
    if (fault !== undefined)
      this.findings.push(`request ${number} of seed ${this.#seed}: ${fault}\n  ${JSON.stringify(raw.text.slice(0, 300))}`);
  }

  #learn({ method, target, headers: sent }: FuzzRequest, { status, headers, body }: WireAnswer, choices: Choices): void {
    const [path = ''] = target.split('?');
    if (method === 'DELETE' && status === 204 && !choices.chance(KEPT_PERCENT)) this.#pools.forget(path.slice(path.lastIndexOf('/') + 1));
    if (status >= 300 || headers['content-type']?.startsWith('application/json') !== true || body.length === 0) return;
    const key = this.#pools.keys.find(({ text, validity }) => validity === 'strong' && sent.some(([, value]) => value.endsWith(text)));
    this.#pools.learn({ path, key, body: JSON.parse(body.toString('utf8')), entityTag: headers.etag });
  }

  #found(number: number, fault: string, request: FuzzRequest, answer: WireAnswer | undefined): void {
    const kind = `${request.name} ${fault.slice(0, SAYS_WHICH)}`;
    const times = (this.#alike.get(kind) ?? 0) + 1;
    this.#alike.set(kind, times);
    if (times > MAX_ALIKE) return;
    const said = answer === undefined ? '' : `\n  ${answer.status} ${answer.body.toString('utf8').slice(0, 600)}`;
    const { name, validity, key } = request;
    this.findings.push(
      `request ${number} of seed ${this.#seed}, ${name} (${validity}, key ${key}): ${fault}${said}\n  ${curlCommand(this.#world.base, request)}`,
    );
  }
}
