import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv, type ValidateFunction } from 'ajv';
import { parseAllDocuments } from 'yaml';
import { REPOSITORY } from './harness/services.js';

const FOLDER = join(REPOSITORY, 'infra/kubernetes');

/** The part of a resource that the rules read. The schemas check all of it first. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: Spec;
  readonly data?: Readonly<Record<string, string>>;
}
type Labels = Readonly<Record<string, string>>;
interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { readonly key: string; readonly operator: string; readonly values?: readonly string[] }[];
}
interface Spec {
  readonly selector?: Selector & Labels;
  readonly podSelector?: Selector;
  readonly template?: { readonly metadata?: { readonly labels?: Labels }; readonly spec: PodSpec };
  readonly ports?: readonly { readonly name: string; readonly targetPort?: string | number }[];
  readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
  readonly ingress?: readonly { readonly ports?: readonly { readonly port: string | number }[] }[];
  readonly rules?: readonly { readonly http: { readonly paths: readonly { readonly backend: Backend }[] } }[];
}
interface Backend {
  readonly service: { readonly name: string; readonly port: { readonly name: string } };
}
interface PodSpec {
  readonly containers: readonly Container[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly topologySpreadConstraints?: readonly { readonly labelSelector: Selector }[];
}
interface Container {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env?: readonly { readonly name: string; readonly valueFrom?: { readonly secretKeyRef?: object } }[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly resources?: { readonly limits?: object; readonly requests?: object };
  readonly securityContext?: object;
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

/** Returns the resources of a text with several documents. */
export function resourcesOf(text: string): readonly Resource[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw new Error(document.errors.join('\n'));
    return document.toJS();
  });
}

/** Returns the resources of a folder of kustomize as they are written, and the config maps that kustomize would generate. */
export function writtenIn(folder: string): readonly Resource[] {
  const read = (file: string) => readFileSync(join(FOLDER, folder, file), 'utf8');
  const kustomization = parseAllDocuments(read('kustomization.yaml'))[0]?.toJS();
  const generated = (kustomization.configMapGenerator ?? []).map((each: { name: string; literals: readonly string[] }) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: each.name },
    data: Object.fromEntries(each.literals.map((literal) => literal.split(/=(.*)/s).slice(0, 2))),
  }));
  return [...kustomization.resources.flatMap((file: string) => resourcesOf(read(file))), ...generated];
}

/** Returns the violations of the vendored schemas, in which a field that they do not have is wrong too. */
export function schemaFaults(resources: readonly Resource[]): readonly string[] {
  return resources.flatMap((resource) => {
    const validate = validatorOf(resource);
    if (validate === undefined) return [`${nameOf(resource)}: no schema of ${resource.apiVersion} ${resource.kind}`];
    if (validate(resource)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${nameOf(resource)}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  });
}

const SCHEMAS: Readonly<Record<string, object>> = JSON.parse(readFileSync(join(FOLDER, 'schemas/kubernetes-1.25.2.json'), 'utf8'));
const ajv = new Ajv({
  strict: false,
  allErrors: false,
  formats: { int32: true, int64: true, double: true, byte: true, 'date-time': true },
});
ajv.addFormat('quantity', /^\d+(?:\.\d+)?(?:[munkMGTPE]|[KMGTPE]i)?$/);
for (const [name, schema] of Object.entries(SCHEMAS)) ajv.addSchema(closed(schema), name);

/** A field that a schema does not have is an error of spelling. */
function closed(schema: object): object {
  return 'properties' in schema ? { ...schema, additionalProperties: false } : schema;
}

function validatorOf({ apiVersion, kind }: Resource): ValidateFunction | undefined {
  const [group = '', version = group] = apiVersion.split('/');
  const name = `io.k8s.api.${version === group ? 'core' : group.replace('.k8s.io', '')}.${version}.${kind}`;
  return name in SCHEMAS ? ajv.getSchema(name) : undefined;
}

export function nameOf({ kind, metadata }: Resource): string {
  return `${kind} ${metadata.name}`;
}

/** The settings of each process, from the tables of docs/operations.md, which tests hold to the code. */
const PAGE = readFileSync(join(REPOSITORY, 'docs/operations.md'), 'utf8');
const SECTIONS = {
  'services/registry/dist/main.js': 'Registry, HTTP process',
  'services/registry/dist/worker.js': 'Registry, worker',
  'services/compiler/dist/main.js': 'Compiler',
};

/** Returns the names of the settings of a process; `undefined` for the operator's commands. */
export function settingsOf(entry: string): ReadonlySet<string> | undefined {
  const title = Object.entries(SECTIONS).find(([file]) => file === entry)?.[1];
  if (title === undefined) return undefined;
  const [, table = ''] = new RegExp(`^### ${title}\\n([^]*?)(?=^#)`, 'm').exec(PAGE) ?? [];
  return new Set([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name));
}

/** Settings whose values are secret: they hold passwords or keys. */
const SECRET = /^(?:DATABASE_URL|DATABASE_REPLICA_URL|REDIS_URL|WEBHOOK_SECRETS_KEYS|OTEL_\w*HEADERS)$/;

/** Returns what is wrong with resources that belong together, beside their schemas. */
export function ruleFaults(resources: readonly Resource[]): readonly string[] {
  return resources.flatMap((resource) =>
    [
      ...(resource.kind === 'Secret' ? [`${nameOf(resource)} has secrets`] : []),
      ...secretsIn(resource),
      ...podFaults(resource, resources),
      ...referenceFaults(resource, resources),
    ].map((fault) => `${nameOf(resource)}: ${fault}`),
  );
}

function secretsIn({ data = {} }: Resource): readonly string[] {
  return Object.keys(data).flatMap((name) => (SECRET.test(name) ? [`${name} is a secret`] : []));
}

function podFaults({ kind, spec }: Resource, resources: readonly Resource[]): readonly string[] {
  const pod = spec?.template?.spec;
  if (pod === undefined) return [];
  const faults = [
    expected('pod.securityContext', pod.securityContext, RESTRICTED_POD),
    expected('automountServiceAccountToken', pod.automountServiceAccountToken, false),
    ...(kind === 'Deployment' ? [expected('terminationGracePeriodSeconds', pod.terminationGracePeriodSeconds, 30)] : []),
    ...pod.containers.flatMap((container) => containerFaults(container, kind, resources)),
  ];
  return faults.flatMap((fault) => (fault === undefined ? [] : [fault]));
}

const RESTRICTED_POD = {
  runAsNonRoot: true,
  runAsUser: 10001,
  runAsGroup: 10001,
  fsGroup: 10001,
  seccompProfile: { type: 'RuntimeDefault' },
};
const RESTRICTED_CONTAINER = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };

function containerFaults(container: Container, kind: string, resources: readonly Resource[]): readonly (string | undefined)[] {
  const { name, image, command, env = [], envFrom = [], ports = [], resources: { limits = {}, requests = {} } = {} } = container;
  const entry = command[1] ?? '';
  const configured = envFrom.map(({ configMapRef }) =>
    resources.find((each) => each.kind === 'ConfigMap' && each.metadata.name === configMapRef?.name),
  );
  const config = Object.assign({}, ...configured.map((each) => each?.data ?? {}));
  const settings = settingsOf(entry);
  const named = [...Object.keys(config), ...env.map((each) => each.name)];
  const port = (wanted: string) => String(ports.find((each) => each.name === wanted)?.containerPort);
  return [
    expected(`${name}: limits`, Object.keys(limits).toSorted(), ['cpu', 'memory']),
    expected(`${name}: requests`, Object.keys(requests).toSorted(), ['cpu', 'memory']),
    expected(`${name}: securityContext`, container.securityContext, RESTRICTED_CONTAINER),
    image.endsWith(':latest') ? `${name}: ${image} may change` : undefined,
    ...configured.map((each) => (each === undefined ? `${name}: a config map that does not exist` : undefined)),
    ...env.map((each) => (each.valueFrom?.secretKeyRef === undefined ? `${name}: ${each.name} is not by reference` : undefined)),
    ...named.map((each) => (settings?.has(each) === false ? `${name}: ${each} is no setting of ${entry}` : undefined)),
    ...(kind === 'Deployment'
      ? [
          expected(`${name}: startupProbe`, container.startupProbe?.httpGet, { path: '/livez', port: 'probes' }),
          expected(`${name}: livenessProbe`, container.livenessProbe?.httpGet, { path: '/livez', port: 'probes' }),
          expected(`${name}: readinessProbe`, container.readinessProbe?.httpGet, { path: '/readyz', port: 'probes' }),
          expected(`${name}: PROBE_PORT`, config.PROBE_PORT, port('probes')),
          expected(`${name}: METRICS_PORT`, config.METRICS_PORT, port('metrics')),
          ...(entry.endsWith('main.js') ? [expected(`${name}: the port`, config.REGISTRY_PORT ?? config.COMPILER_PORT, port('http'))] : []),
        ]
      : []),
  ];
}

function expected(what: string, value: unknown, wanted: unknown): string | undefined {
  return isDeepStrictEqual(value, wanted) ? undefined : `${what} is ${JSON.stringify(value)}, not ${JSON.stringify(wanted)}`;
}

/** Returns the references of a resource that lead to no other one. */
function referenceFaults({ kind, spec = {} }: Resource, resources: readonly Resource[]): readonly string[] {
  const { selector, podSelector, template, ports = [], scaleTargetRef, ingress = [], rules = [] } = spec;
  const labels = template?.metadata?.labels ?? {};
  const chosen = kind === 'Service' ? { matchLabels: selector ?? {} } : (podSelector ?? (template === undefined ? selector : undefined));
  const pods = chosen === undefined ? [] : resources.filter((each) => each.spec?.template !== undefined && matches(chosen, labelsOf(each)));
  const named = [...ports.map(({ targetPort }) => targetPort), ...ingress.flatMap((each) => (each.ports ?? []).map(({ port }) => port))];
  const services = resources.filter((each) => each.kind === 'Service');
  return [
    ...(kind === 'Deployment' && !matches(selector ?? {}, labels) ? ['its selector does not match its labels'] : []),
    ...(template?.spec.topologySpreadConstraints ?? []).flatMap((each) =>
      matches(each.labelSelector, labels) ? [] : ['its spread is that of other pods'],
    ),
    ...(chosen !== undefined && pods.length === 0 ? [`${JSON.stringify(chosen)} selects no pod`] : []),
    ...pods.flatMap((pod) => named.flatMap((port) => (hasPort(pod, port) ? [] : [`${nameOf(pod)} has no port ${port}`]))),
    ...(scaleTargetRef !== undefined && !resources.some((each) => nameOf(each) === `${scaleTargetRef.kind} ${scaleTargetRef.name}`)
      ? [`there is no ${scaleTargetRef.kind} ${scaleTargetRef.name}`]
      : []),
    ...rules
      .flatMap(({ http }) => http.paths.map(({ backend }) => backend.service))
      .flatMap(({ name, port }) =>
        services.some((each) => each.metadata.name === name && each.spec?.ports?.some((own) => own.name === port.name))
          ? []
          : [`there is no Service ${name} with a port ${port.name}`],
      ),
  ];
}

function labelsOf(resource: Resource): Labels {
  return resource.spec?.template?.metadata?.labels ?? {};
}

function hasPort(resource: Resource, port: string | number | undefined): boolean {
  const ports = resource.spec?.template?.spec.containers.flatMap((container) => container.ports ?? []) ?? [];
  return ports.some((each) => each.name === port || each.containerPort === port);
}

function matches({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, values = [] }) => values.includes(labels[key] ?? ''))
  );
}
