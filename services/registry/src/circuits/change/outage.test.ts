import { connect, createServer, type Server, type Socket } from 'node:net';
import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit } from '../../testing/sources.fixture.js';

/** A way to Postgres that breaks where it is told to, and can be used again at once. */
class BreakingLine {
  /** How many more parts go through before all connections end; undefined while nothing is to break. */
  #left: number | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #broken = false;

  constructor(target: URL, direction: 'requests' | 'replies') {
    this.#server = createServer((near) => {
      const far = this.#keep(connect(Number(target.port), target.hostname));
      this.#keep(near);
      this.#pass(near, far, direction === 'requests');
      this.#pass(far, near, direction === 'replies');
    });
  }

  /** @returns the port */
  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('a line without a port');
    return address.port;
  }

  breakAfter(parts: number): void {
    this.#left = parts;
    this.#broken = false;
  }

  /** Whether it broke since it was told to. */
  mend(): boolean {
    this.#left = undefined;
    return this.#broken;
  }

  close(): void {
    this.#server.close();
    this.#end();
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
  }

  #pass(from: Socket, to: Socket, counted: boolean): void {
    from.on('close', () => to.destroy());
    from.on('data', (part: Buffer) => {
      if (counted && this.#left !== undefined && this.#left-- === 0) return this.#end();
      to.write(part);
    });
  }

  #end(): void {
    this.#broken = true;
    for (const socket of this.#sockets) socket.destroy();
  }
}

const opened: (readonly [TestRegistry, BreakingLine])[] = [];
afterAll(async () => {
  for (const [registry, line] of opened) {
    await registry.close();
    line.close();
  }
});

async function openBreaking(direction: 'requests' | 'replies'): Promise<readonly [TestRegistry, BreakingLine]> {
  const lines: BreakingLine[] = [];
  const registry = await startTestRegistry(async ({ DATABASE_URL }) => {
    const url = new URL(DATABASE_URL);
    const line = new BreakingLine(new URL(DATABASE_URL), direction);
    lines.push(line);
    url.hostname = '127.0.0.1';
    url.port = String(await line.open());
    return { DATABASE_URL: url.href };
  });
  const [line] = lines;
  if (line === undefined) throw new Error('no line was opened');
  opened.push([registry, line]);
  return [registry, line];
}

/** What a change has to write together. */
async function written(registry: TestRegistry, pid: string) {
  const { name, currentVersion, revision } = await registry.database.circuit.findUniqueOrThrow({ where: { id: pid } });
  const versions = await registry.database.circuitVersion.count({ where: { circuitId: pid } });
  const records = await registry.database.auditRecord.count({ where: { subject: pid, action: 'circuit.updated' } });
  const deliveries = await registry.database.webhookDelivery.count();
  return { name, currentVersion, revision, versions, records, deliveries };
}

async function account(registry: TestRegistry): Promise<TestAccount> {
  const ada = await registry.register();
  await registry.api.post('/v1/webhooks').set(bearer(ada)).send({ url: 'https://hooks.example.com/' }).expect(201);
  return ada;
}

/** Each statement is a request and a reply: this many are more than a change has. */
const MOST_PARTS = 80;

// A break before the reply to COMMIT loses an answer and never half of a change: 503 says nothing of what was written.
describe.each(['requests', 'replies'] as const)('Postgres cut off in the middle of a PUT, at each of its %s', (direction) => {
  it('all is written or nothing, and all where it was answered', async () => {
    const [registry, line] = await openBreaking(direction);
    const ada = await account(registry);
    const pid = await registry.publish(ada, closedCircuit(), { name: 'number 0' });
    const outcomes = new Set<string>();
    for (let parts = 0, broke = true; broke; parts++) {
      expect(parts).toBeLessThan(MOST_PARTS);
      const before = await written(registry, pid);
      const name = `number ${parts + 1}`;
      line.breakAfter(parts);
      const { status } = await registry.api
        .put(`/v1/circuits/${pid}`)
        .set(bearer(ada))
        .send({ name, source: closedCircuit(parts + 1) });
      broke = line.mend();
      const after = await written(registry, pid);
      const { currentVersion, revision, versions, records, deliveries } = before;
      const whole = {
        name,
        currentVersion: currentVersion + 1,
        revision: revision + 1,
        versions: versions + 1,
        records: records + 1,
        deliveries: deliveries + 1,
      };
      expect([200, 503]).toContain(status);
      if (status === 200) expect(after).toEqual(whole);
      else expect([before, whole]).toContainEqual(after);
      outcomes.add(`${status} ${after.name === name ? 'whole' : 'nothing'}`);
    }
    expect(outcomes).toContain('503 nothing');
    expect(outcomes).toContain('200 whole');
    // The reply that was lost was that to COMMIT.
    if (direction === 'replies') expect(outcomes).toContain('503 whole');
  });
});
