import { exchange, type ServiceOrigins, type TimedCall } from './exchange.js';

export interface Account {
  readonly key: string;
  readonly address: string;
}

/** An account that sends requests, and its address. */
export interface AskingAccount {
  readonly origins: ServiceOrigins;
  readonly account: Account;
}

const PATIENCE_MILLISECONDS = 60_000;

/** @returns new accounts of the Free tier, distributed over these addresses */
export async function openAccounts(origins: ServiceOrigins, count: number, addresses: readonly string[]): Promise<readonly Account[]> {
  return makeMany(count, async (number) => {
    const address = inTurn(addresses, number);
    const body = { email: `bench-${process.pid}-${number}@example.com`, name: 'bench' };
    const answer = await demand(origins, post('registry', '/v1/auth/register', { address }, body));
    return { key: String(answer['api_key']), address };
  });
}

/** Fewer than the tasks of one account that may wait for an engine. */
const AT_ONCE = 4;

/** Creates a number of resources, a few at once. */
export async function makeMany<Made>(count: number, make: (number: number) => Promise<Made>): Promise<readonly Made[]> {
  const made: Made[] = [];
  let begun = 0;
  const some = async (): Promise<void> => {
    while (begun < count) {
      const number = begun;
      begun += 1;
      // oxlint-disable-next-line no-await-in-loop -- the others are made at the same time
      made[number] = await make(number);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
  return made;
}

/** Publishes a circuit. */
export async function publish(
  { origins, account }: AskingAccount,
  source: string,
): Promise<{ readonly pid: string; readonly pin: string }> {
  const answer = await demand(origins, post('registry', '/v1/circuits', account, { name: 'bench', source }));
  return { pid: String(answer['pid']), pin: `${String(answer['pid'])}@${String(answer['hash'])}` };
}

/** Certifies a circuit that closes. */
export async function certify({ origins, account }: AskingAccount, pid: string): Promise<void> {
  const answer = await demand(origins, post('registry', `/v1/circuits/${pid}/certify`, account, {}));
  if (answer['phi_c'] !== 1) throw new Error(`${pid} was not certified: ${JSON.stringify(answer).slice(0, 300)}`);
}

/** @returns the id of a new policy */
export async function makePolicy({ origins, account }: AskingAccount, source: string): Promise<string> {
  const answer = await demand(origins, post('compiler', '/v1/policies', account, { name: 'bench', source }));
  return String(answer['policy_id']);
}

export function post(
  service: keyof ServiceOrigins,
  path: string,
  from: { readonly address: string; readonly key?: string },
  body: object,
): TimedCall {
  return { service, method: 'POST', path, ...from, body: JSON.stringify(body) };
}

export function inTurn<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('there is nothing to take turns with');
  return item;
}

async function demand(origins: ServiceOrigins, call: TimedCall): Promise<Readonly<Record<string, unknown>>> {
  const { status, text } = await exchange(origins, call, PATIENCE_MILLISECONDS);
  if (status < 200 || status > 299) throw new Error(`${call.path} answered ${status}: ${text.slice(0, 500)}`);
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {};
}
