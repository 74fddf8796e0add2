import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { type Agent, request } from 'node:https';
import { join } from 'node:path';
import { eventually, freePort, type Program, runProgram, startProgram } from './harness/programs.js';
import { REPOSITORY } from './harness/services.js';
import { temporaryFolder } from './harness/stores.js';
import { toolPath } from './harness/tools.js';

const INFRA = join(REPOSITORY, 'infra/nginx');
export const NAMES = { registry: 'registry.example.org', compiler: 'compiler.example.org' } as const;
export type ProxiedService = keyof typeof NAMES;

export interface Proxy {
  readonly port: number;
  readonly program: Program;
  /** The certificate of a service, which signs itself. */
  readonly certificates: Readonly<Record<ProxiedService, string>>;
  /** Returns the lines of the access log. */
  log(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Returns the error log. */
  complaints(): Promise<string>;
  /** Marks replicas as down, and waits until their last answers have come. */
  withdraw(addresses: readonly string[]): Promise<void>;
  /** Ends nginx with its workers, which would outlive a kill of their parent. */
  stop(): Promise<void>;
}

/** Starts nginx with the files of `infra/nginx`; only listen addresses and replicas are those of the drill. */
export async function startNginx(replicas: Readonly<Record<ProxiedService, readonly string[]>>): Promise<Proxy> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const site = join(folder, 'kirchhoff');
  await Promise.all([mkdir(join(folder, 'logs')), mkdir(join(folder, 'tmp')), cp(join(INFRA, 'site'), site, { recursive: true })]);
  for (const file of ['nginx.conf', 'kirchhoff.conf']) await cp(join(INFRA, file), join(folder, file));
  for (const [name, serverName] of Object.entries(NAMES)) await certify(join(site, name), serverName);
  const change = async (file: string, by: (text: string) => string) => {
    await writeFile(join(site, file), by(await readFile(join(INFRA, 'site', file), 'utf8')));
  };
  for (const file of ['registry.conf', 'compiler.conf', 'others.conf']) {
    await change(file, (text) => text.replace('listen 443 ', `listen 127.0.0.1:${port} `).replace(/^listen \[::\].*\n/m, ''));
  }
  await change('upstreams.conf', (text) =>
    Object.entries(replicas).reduce((changed, [name, addresses]) => withServers(changed, name, addresses), text),
  );
  const program = startProgram(toolPath('nginx'), ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;']);
  const complaints = async () => readFile(join(folder, 'logs/error.log'), 'utf8').catch(() => '');
  const certificates = {
    registry: readFileSync(join(site, 'registry.crt'), 'utf8'),
    compiler: readFileSync(join(site, 'compiler.crt'), 'utf8'),
  };
  const log = async () => (await readFile(join(folder, 'logs/access.log'), 'utf8')).trim().split('\n').map(readLine);
  const withdraw = async (addresses: readonly string[]) => {
    const file = join(site, 'upstreams.conf');
    const text = addresses.reduce(
      (changed, address) => changed.replace(`server ${new URL(address).host} `, (found) => `${found}down `),
      await readFile(file, 'utf8'),
    );
    await writeFile(file, text);
    const before = await childrenOf(program);
    program.child.kill('SIGHUP');
    await eventually('the workers with the earlier configuration have ended', async () => {
      const now = await childrenOf(program);
      return now.length > 0 && !now.some((child) => before.includes(child));
    });
  };
  const proxy = { port, program, certificates, log, complaints, withdraw, stop: async () => program.stop() };
  await eventually('nginx answers', async () => {
    if (!program.isRunning()) throw new Error(`nginx ended: ${program.said()}${await complaints()}`);
    return (await ask(proxy, 'registry', '/v1/health')).status === 200;
  });
  return proxy;
}

/** Returns the ids of the worker processes. */
async function childrenOf({ child: { pid = 0 } }: Program): Promise<readonly string[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter((each) => each.trim() !== '');
}

function readLine(line: string): Readonly<Record<string, unknown>> {
  return JSON.parse(line);
}

/** Makes a key and a certificate for a server name. */
async function certify(file: string, serverName: string): Promise<void> {
  const names = ['-subj', `/CN=${serverName}`, '-addext', `subjectAltName=DNS:${serverName}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${file}.key`];
  await runProgram(toolPath('openssl'), ['req', '-x509', '-days', '2', ...key, '-out', `${file}.crt`, ...names]);
}

/** Replaces the addresses of an upstream, with the parameters that the example has. */
function withServers(text: string, name: string, addresses: readonly string[]): string {
  const [, before = '', parameters = ''] = new RegExp(`(upstream kirchhoff_${name} \\{[^}]*?)server \\S+( [^;]*);`).exec(text) ?? [];
  const servers = addresses.map((address) => `server ${new URL(address).host}${parameters};`).join('\n    ');
  return text.replace(new RegExp(`upstream kirchhoff_${name} \\{[^}]*?(?:server [^;]*;\\s*)+`), `${before}${servers}\n    `);
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The client's address, one of the loopback network. */
  readonly from?: string;
  /** Default: a connection for this request alone. */
  readonly agent?: Agent;
  /** Default: that of the service. */
  readonly serverName?: string;
}

export interface Answered {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/**
 * Sends a request through the proxy, and checks its certificate. A proxy may close a connection that is idle at the moment in which a
 * client uses it again (RFC 9112, 9.3.1): then the request was not read, and is sent once more.
 * @throws if the connection breaks
 */
export async function ask(proxy: Proxy, service: ProxiedService, path: string, asked: Asked = {}): Promise<Answered> {
  const { method = 'GET', headers = {}, body, from, agent, serverName = NAMES[service] } = asked;
  const connection = { host: '127.0.0.1', port: proxy.port, ca: proxy.certificates[service], servername: serverName };
  const fields = { host: NAMES[service], ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers };
  return new Promise((resolve, reject) => {
    const options = { ...connection, method, path, headers: fields, agent: agent ?? false };
    let isAnswered = false;
    const sent = request(from === undefined ? options : { ...options, localAddress: from }, (answer) => {
      isAnswered = true;
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      answer.on('error', reject);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const wasIdle = sent.reusedSocket && error.code === 'ECONNRESET' && !isAnswered;
      if (wasIdle) ask(proxy, service, path, asked).then(resolve, reject);
      else reject(error);
    });
    sent.end(body);
  });
}
