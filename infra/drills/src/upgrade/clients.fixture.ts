import { eventually } from '../harness/programs.js';
import { type Answer, call, closedSource, register } from '../harness/services.js';

/** The addresses that clients use: those of routers, or of single processes. */
export interface Addresses {
  readonly registry: string;
  readonly compiler: string;
}

/** An answer that a client did not get as it should. */
class Unexpected extends Error {}

/** A circuit whose publication and certification were acknowledged. */
export interface AcknowledgedCircuit {
  readonly pid: string;
  readonly source: string;
}

/** @throws if the status is another one */
export function expectStatus(what: string, answer: Answer, ...statuses: readonly number[]): Readonly<Record<string, unknown>> {
  if (!statuses.includes(answer.status)) throw new Unexpected(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body ?? {};
}

/** Publishes a circuit, another one for each number. */
export async function publish({ registry }: Addresses, key: string, number: number): Promise<AcknowledgedCircuit> {
  const source = closedSource(number);
  const answer = await call('POST', `${registry}/v1/circuits`, { key, body: { name: `circuit ${number}`, source } });
  return { pid: String(expectStatus('publish', answer, 201)['pid']), source };
}

/** Asks until there is an answer. Unlike `eventually`, it ends at the first exception: a client does not overlook an error. */
async function until<Value>(question: string, ask: () => Promise<Value | undefined>): Promise<Value> {
  const answer = await eventually(question, async () =>
    ask().then(
      (value) => (value === undefined ? undefined : { value }),
      (error: unknown) => ({ error }),
    ),
  );
  if ('error' in answer) throw answer.error;
  return answer.value;
}

type Action = 'certify' | 'verify';

async function post({ registry }: Addresses, key: string, pid: string, action: Action, headers = {}): Promise<Answer> {
  const body = action === 'certify' ? { body: {} } : {};
  return call('POST', `${registry}/v1/circuits/${pid}/${action}`, { key, headers, ...body });
}

/** Asks for a run without waiting for it, and returns its location. */
export async function request(addresses: Addresses, key: string, pid: string, action: Action): Promise<string> {
  const answer = await post(addresses, key, pid, action, { Prefer: 'respond-async' });
  expectStatus(action, answer, 202);
  return answer.headers.get('location') ?? '';
}

/** Waits for the end of a run, and returns its result; `{ failed: true }` if it has none. */
export async function finished({ registry }: Addresses, key: string, location: string): Promise<Readonly<Record<string, unknown>>> {
  return until(`${location} ends`, async () => {
    const { status, result } = expectStatus(location, await call('GET', `${registry}${location}`, { key }), 200);
    if (status === 'failed') return { failed: true };
    return typeof result === 'object' && result !== null ? { ...result } : undefined;
  });
}

/** Asks for a certification or verification, and returns its result, also after a 202. */
export async function run(addresses: Addresses, key: string, pid: string, action: Action): Promise<Readonly<Record<string, unknown>>> {
  const answer = await post(addresses, key, pid, action);
  const body = expectStatus(action, answer, 200, 202);
  return answer.status === 200 ? body : finished(addresses, key, answer.headers.get('location') ?? '');
}

/** @throws unless the circuit is certified, or verified, by whichever worker takes the run */
async function succeeds(addresses: Addresses, key: string, pid: string, action: Action): Promise<void> {
  const result = await run(addresses, key, pid, action);
  if (result[action === 'certify' ? 'certified' : 'verified'] === true || isOfOtherEngine(result)) return;
  throw new Unexpected(`${action} ${pid}: ${JSON.stringify(result)}`);
}

/** A checker accepts only certificates of its own engine. Verify says so until the recheck, and never searches for another proof. */
function isOfOtherEngine({ verified, match, reason }: Readonly<Record<string, unknown>>): boolean {
  return verified === false && match === true && String(reason).startsWith('it was made by engine ');
}

export async function artifact({ registry }: Addresses, pid: string): Promise<Answer> {
  return call('GET', `${registry}/v1/circuits/${pid}/artifacts/js`);
}

/** A policy that allows payments up to a limit; the limit of each version is known. */
class Policy {
  /** The limit of each version, from version 1 on. */
  readonly #limits: number[] = [1_000];
  readonly #addresses: Addresses;
  readonly #key: string;
  #id = '';

  constructor(addresses: Addresses, key: string) {
    this.#addresses = addresses;
    this.#key = key;
  }

  async create(): Promise<void> {
    const answer = await this.#call('POST', '/v1/policies', { name: 'payments', source: upTo(1_000) });
    this.#id = String(expectStatus('policy', answer, 201)['policy_id']);
  }

  /** Changes the limit, and waits until checks follow. */
  async change(): Promise<void> {
    const limit = 1_000 + this.#limits.length;
    this.#limits.push(limit);
    const answer = await this.#call('PUT', `/v1/policies/${this.#id}`, { source: upTo(limit) });
    expectStatus('change of the policy', answer, 200);
    await until('checks follow the change', async () => ((await this.check(limit)) === this.#limits.length ? true : undefined));
  }

  /** Checks payments on both sides of the limit. Each verdict must be that of the version that it names. */
  async check(cents: number): Promise<number> {
    const action = { category: 'pay', params: { cents } };
    const answer = await this.#call('POST', '/v1/policy/check', { policy_id: this.#id, action });
    const { verdict, policy_version: version } = expectStatus('check', answer, 200);
    const limit = this.#limits[Number(version) - 1];
    const isRight = limit !== undefined && verdict === (cents <= limit ? 'ALLOW' : 'DENY');
    if (!isRight) throw new Unexpected(`check of ${cents} by version ${String(version)}: ${JSON.stringify(answer.body)}`);
    return Number(version);
  }

  async #call(method: string, path: string, body: object): Promise<Answer> {
    return call(method, `${this.#addresses.compiler}${path}`, { key: this.#key, body });
  }
}

function upTo(limit: number): string {
  return `policy upto {\n  action "pay" (cents: 0..1_000_000)\n  rule small allow on "pay" when cents <= ${limit}\n}\n`;
}

/** One round of a client; the number counts from 1. */
type Round = (number: number) => Promise<void>;

/** Clients that work without a pause, and record all that was not as it should be. */
export class Clients {
  readonly circuits: AcknowledgedCircuit[] = [];
  readonly unexpected: string[] = [];
  readonly #addresses: Addresses;
  readonly #rounds: number[] = [];
  readonly #working: Promise<void>[] = [];
  #phase = 'before';
  #stops = false;

  constructor(addresses: Addresses) {
    this.#addresses = addresses;
  }

  /** @param key of the account that publishes circuits; policies and the rotated key belong to others */
  async start(key: string): Promise<void> {
    const policyKey = await register(this.#addresses.registry);
    const policy = new Policy(this.#addresses, policyKey);
    await policy.create();
    this.#work(this.#publishing(key, 0));
    this.#work(this.#publishing(key, 1_000_000));
    this.#work(async (number) => {
      await policy.check(999);
      await policy.check(1_500);
      if (number % 5 === 0) await policy.change();
    });
    this.#work(this.#rotating(await register(this.#addresses.registry)));
  }

  /** Names the step of the deployment in later records, and waits until each client has finished further rounds in it. */
  async during(phase: string, rounds = 2): Promise<void> {
    this.#phase = phase;
    const targets = this.#rounds.map((count) => count + rounds);
    await eventually(`every client works while ${phase}`, async () =>
      targets.every((target, index) => (this.#rounds[index] ?? 0) >= target),
    );
  }

  /** Begins no further round. */
  close(): void {
    this.#stops = true;
  }

  /** Lets each client finish its round. */
  async stop(): Promise<void> {
    this.close();
    await Promise.all(this.#working);
  }

  get rounds(): readonly number[] {
    return this.#rounds;
  }

  #work(round: Round): void {
    const index = this.#rounds.push(0) - 1;
    this.#working.push(this.#repeat(round, index));
  }

  async #repeat(round: Round, index: number): Promise<void> {
    while (!this.#stops) {
      const number = (this.#rounds[index] ?? 0) + 1;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one round after the other
        await round(number);
      } catch (error) {
        this.unexpected.push(`${this.#phase}: ${describe(error)}`);
      }
      this.#rounds[index] = number;
    }
  }

  /** Publishes, certifies, verifies and compiles a circuit, and verifies and compiles an earlier one. */
  #publishing(key: string, first: number): Round {
    return async (number) => {
      const circuit = await publish(this.#addresses, key, first + number);
      await succeeds(this.#addresses, key, circuit.pid, 'certify');
      this.circuits.push(circuit);
      const earlier = this.circuits[(number * 7) % this.circuits.length] ?? circuit;
      for (const { pid } of [circuit, earlier]) {
        // oxlint-disable-next-line no-await-in-loop -- a client sends one request after the other
        await succeeds(this.#addresses, key, pid, 'verify');
        // oxlint-disable-next-line no-await-in-loop -- as above
        expectStatus('artifact', await artifact(this.#addresses, pid), 200);
      }
    };
  }

  /** Rotates a key: from the answer on, both services accept the new one alone. */
  #rotating(first: string): Round {
    const { registry, compiler } = this.#addresses;
    let key = first;
    const works = async (which: string): Promise<readonly number[]> => {
      const answers = [`${registry}/v1/usage`, `${compiler}/v1/policies`].flatMap((url) => [url, url]);
      return Promise.all(answers.map(async (url) => (await call('GET', url, { key: which })).status));
    };
    return async () => {
      const old = key;
      const body = expectStatus('rotate', await call('POST', `${registry}/v1/auth/keys/rotate`, { key }), 200);
      key = String(body['api_key']);
      const [before, after] = [await works(old), await works(key)];
      if (before.some((status) => status !== 401)) throw new Unexpected(`a rotated key is accepted: ${before.join(' ')}`);
      if (after.some((status) => status !== 200)) throw new Unexpected(`a new key is refused: ${after.join(' ')}`);
    };
  }
}

/** An exception with its causes: `fetch failed` alone does not tell what failed. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${describe(error.cause)}`;
}
