import { eventually, freePort, runProgram } from './harness/programs.js';
import { type RedisServer, startRedis, temporaryFolder } from './harness/stores.js';
import { toolPath } from './harness/tools.js';

/** Milliseconds without a sign of life after which a node counts as failed. */
const NODE_TIMEOUT = 1_500;
const MASTERS = 3;
const REPLICAS = 3;
const SLOTS = 16_384;

export interface ClusterNode extends RedisServer {
  readonly id: string;
  command(...args: readonly string[]): Promise<string>;
  /** Starts it again after its end. It then is a replica of the node that has its place. */
  restart(): Promise<void>;
}

async function startNode(bus: number): Promise<ClusterNode> {
  const folder = await temporaryFolder();
  const args = ['--dir', folder, '--cluster-enabled', 'yes', '--cluster-port', String(bus)];
  const options = { args: [...args, '--cluster-node-timeout', String(NODE_TIMEOUT), '--cluster-replica-validity-factor', '0'] };
  let server = await startRedis(options);
  const { port, url } = server;
  const command = async (...words: readonly string[]) => (await runProgram(toolPath('redis-cli'), ['-p', String(port), ...words])).trim();
  return {
    port,
    url,
    id: await command('CLUSTER', 'MYID'),
    command,
    get program() {
      return server.program;
    },
    restart: async () => {
      server = await startRedis({ ...options, port });
    },
  };
}

export interface RedisCluster {
  readonly nodes: readonly ClusterNode[];
  /** The addresses of three nodes, as `REDIS_URL` takes them. */
  readonly url: string;
  running(): readonly ClusterNode[];
  slotOf(key: string): Promise<number>;
  /** Returns the master of a slot, as the other nodes see it. */
  masterOf(slot: number): Promise<ClusterNode>;
  /** Kills a node, and waits until a replica has its place. */
  kill(node: ClusterNode): Promise<void>;
  /** Starts all killed nodes again, and waits until they are replicas. */
  restore(): Promise<void>;
  /** Moves a slot with its keys to another master, as `redis-cli --cluster reshard` does. `between` runs while the slot is half moved. */
  move(slot: number, between?: () => Promise<void>): Promise<void>;
  /** Runs a command on every master. */
  onMasters(...args: readonly string[]): Promise<readonly string[]>;
}

/** Starts six nodes: three masters, each with a replica. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const nodes: ClusterNode[] = [];
  const buses: number[] = [];
  for (let count = 0; count < MASTERS + REPLICAS; count += 1) {
    const bus = await freePort();
    buses.push(bus);
    nodes.push(await startNode(bus));
  }
  const [first] = nodes;
  if (first === undefined) throw new Error('no node was started');
  for (const [place, node] of nodes.entries()) {
    if (node !== first) await first.command('CLUSTER', 'MEET', '127.0.0.1', String(node.port), String(buses[place]));
    if (place < MASTERS) {
      const [from, to] = [place, place + 1].map((each) => Math.floor((each * SLOTS) / MASTERS));
      await node.command('CLUSTER', 'ADDSLOTSRANGE', String(from), String((to ?? SLOTS) - 1));
    }
  }
  for (const node of nodes) await eventually('every node knows the others', async () => (await known(node)) === nodes.length);
  for (const [place, node] of nodes.slice(MASTERS).entries()) await node.command('CLUSTER', 'REPLICATE', nodes[place]?.id ?? '');
  const running = () => nodes.filter(({ program }) => program.isRunning());
  const awaitHealth = async () => {
    for (const node of running()) await eventually('the cluster serves every slot', async () => isHealthy(node));
  };
  await awaitHealth();
  for (const node of nodes.slice(MASTERS)) {
    await eventually('each replica has the data of its master', async () =>
      /master_link_status:up/.test(await node.command('INFO', 'replication')),
    );
  }
  const any = (): ClusterNode => {
    const [node] = running();
    if (node === undefined) throw new Error('no node runs');
    return node;
  };
  const masters = async (): Promise<readonly ClusterNode[]> => {
    const lines = (await any().command('CLUSTER', 'NODES')).split('\n').map((line) => line.split(' '));
    const ids = lines.filter(([, , flags = '']) => /master/.test(flags) && !/fail/.test(flags)).map(([id]) => id);
    return running().filter(({ id }) => ids.includes(id));
  };
  const masterOf = async (slot: number): Promise<ClusterNode> => {
    for (const node of await masters()) if (holds(await node.command('CLUSTER', 'NODES'), node.id, slot)) return node;
    throw new Error(`no master has slot ${slot}`);
  };
  return {
    nodes,
    url: nodes
      .slice(1, 4)
      .map(({ url }) => url)
      .join(','),
    running,
    slotOf: async (key) => Number(await any().command('CLUSTER', 'KEYSLOT', key)),
    masterOf,
    kill: async (node) => {
      await node.program.stop('SIGKILL');
      for (const other of running()) {
        await eventually('a replica takes over', async () => /fail/.test(flagsOf(await other.command('CLUSTER', 'NODES'), node.id)));
      }
      await awaitHealth();
    },
    restore: async () => {
      for (const node of nodes) if (!node.program.isRunning()) await node.restart();
      for (const node of nodes) {
        await eventually('every node is a master, or has the data of its master', async () =>
          /role:master|master_link_status:up/.test(await node.command('INFO', 'replication')),
        );
      }
      await eventually('three nodes are replicas', async () => {
        const roles = await Promise.all(nodes.map(async (node) => node.command('INFO', 'replication')));
        return roles.filter((role) => role.includes('role:slave')).length === REPLICAS;
      });
      await awaitHealth();
    },
    move: async (slot, between) => {
      const source = await masterOf(slot);
      const target = (await masters()).find(({ id }) => id !== source.id);
      if (target === undefined) throw new Error('there is no other master');
      const text = String(slot);
      await target.command('CLUSTER', 'SETSLOT', text, 'IMPORTING', source.id);
      await source.command('CLUSTER', 'SETSLOT', text, 'MIGRATING', target.id);
      await between?.();
      for (;;) {
        const keys = (await source.command('CLUSTER', 'GETKEYSINSLOT', text, '100')).split('\n').filter((key) => key !== '');
        if (keys.length === 0) break;
        await source.command('MIGRATE', '127.0.0.1', String(target.port), '', '0', '5000', 'KEYS', ...keys);
      }
      for (const node of [target, source]) await node.command('CLUSTER', 'SETSLOT', text, 'NODE', target.id);
    },
    onMasters: async (...args) => Promise.all((await masters()).map(async (node) => node.command(...args))),
  };
}

async function known(node: ClusterNode): Promise<number> {
  return (await node.command('CLUSTER', 'NODES')).split('\n').filter((line) => line.includes(' connected')).length;
}

async function isHealthy(node: ClusterNode): Promise<boolean> {
  const info = await node.command('CLUSTER', 'INFO');
  return /cluster_state:ok/.test(info) && /cluster_slots_ok:16384/.test(info);
}

function flagsOf(nodes: string, id: string): string {
  const line = nodes.split('\n').find((each) => each.startsWith(id));
  return line?.split(' ')[2] ?? '';
}

function holds(nodes: string, id: string, slot: number): boolean {
  const [, , , , , , , , ...ranges] =
    nodes
      .split('\n')
      .find((line) => line.startsWith(id))
      ?.split(' ') ?? [];
  return ranges.some((range) => {
    const [from = '', to = from] = range.split('-');
    return /^\d+$/.test(from) && Number(from) <= slot && slot <= Number(to);
  });
}
