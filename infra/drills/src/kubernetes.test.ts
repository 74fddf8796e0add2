import { nameOf, type Resource, ruleFaults, schemaFaults, settingsOf, writtenIn } from './kubernetes.fixture.js';

const base = writtenIn('base');
const example = writtenIn('overlays/example');

it('every manifest matches the schema of its kind', () => {
  expect(schemaFaults([...base, ...example])).toEqual([]);
});

/** Returns the faults of a deployment that was changed. */
const broken = (change: (copy: Mutable) => unknown): string => {
  const copy = mutable(base, 'Deployment kirchhoff-registry');
  change(copy);
  return schemaFaults([copy]).join('\n');
};

const pod = ({ spec }: Mutable) => spec.template.spec;

it('the schemas refuse fields that are misspelt, missing or of another type', () => {
  expect(broken((copy) => Object.assign(pod(copy), { terminationGraceSeconds: 30 }))).toContain('"terminationGraceSeconds"');
  expect(broken((copy) => Object.assign(pod(copy), { terminationGracePeriodSeconds: '30' }))).toContain('must be integer');
  expect(broken((copy) => Object.assign(copy.spec, { selector: undefined }))).toContain("required property 'selector'");
  expect(broken((copy) => Object.assign(pod(copy).containers[0] ?? {}, { resources: { limits: { memory: '2 GiB' } } }))).toContain(
    '"quantity"',
  );
  expect(broken((copy) => Object.assign(copy, { apiVersion: 'extensions/v1beta1' }))).toContain('no schema of extensions/v1beta1');
});

it('limits, probes, secrets, selectors, ports and settings are right', () => {
  expect(ruleFaults(base)).toEqual([]);
  expect(ruleFaults([...base.filter(({ kind }) => kind !== 'ConfigMap'), ...merged(base, example)])).toEqual([]);
});

it('the rules find a mistake of each kind', () => {
  const changes: readonly [string, string, RegExp][] = [
    ['Deployment kirchhoff-worker', '"limits":', /limits is \[\]/],
    ['Deployment kirchhoff-worker', '"livenessProbe":', /livenessProbe is undefined/],
    ['Deployment kirchhoff-worker', '"valueFrom":', /DATABASE_URL is not by reference/],
    ['Deployment kirchhoff-worker', '"readOnlyRootFilesystem":', /securityContext is/],
    ['Deployment kirchhoff-worker', '"runAsNonRoot":', /pod.securityContext is/],
    ['ConfigMap kirchhoff-worker', '"ENGINE_THREADS":', /ENGINE_THREADSX is no setting of services\/registry\/dist\/worker.js/],
    ['ConfigMap kirchhoff-worker', '"PROBE_PORT":', /PROBE_PORT is undefined, not "4180"/],
    ['ConfigMap kirchhoff-compiler', '"name":"kirchhoff-compiler', /a config map that does not exist/],
    ['Service kirchhoff-compiler', '"selector":{"app.kubernetes.io/name":"kirchhoff-compiler', /selects no pod/],
    ['Service kirchhoff-compiler', '"targetPort":"http', /has no port httpX/],
    ['PodDisruptionBudget kirchhoff-compiler', '"matchLabels":{"app.kubernetes.io/name":"kirchhoff-compiler', /selects no pod/],
    ['HorizontalPodAutoscaler kirchhoff-compiler', '"kind":"Deployment', /there is no DeploymentX/],
    ['NetworkPolicy kirchhoff-metrics', '"port":"metrics', /has no port metricsX/],
    ['Deployment kirchhoff-registry', '"image":"kirchhoff-registry', /may change/],
    ['Ingress kirchhoff-registry', '"name":"http', /there is no Service kirchhoff-registry with a port httpX/],
  ];
  const all = [...base, ...example.filter(({ kind }) => kind === 'Ingress')];
  for (const [name, text, fault] of changes) {
    const changed = all.map((resource) => (nameOf(resource) === name ? replaced(resource, text) : resource));
    expect({ name, text, faults: ruleFaults(changed).join('\n') }).toEqual({ name, text, faults: expect.stringMatching(fault) });
  }
});

it('every process has an autoscaler, a disruption budget and the policies that it needs', () => {
  for (const name of ['registry', 'worker', 'compiler']) {
    for (const kind of ['Deployment', 'HorizontalPodAutoscaler', 'PodDisruptionBudget']) {
      expect(base.map(nameOf)).toContain(`${kind} kirchhoff-${name}`);
    }
  }
  expect(base.find(({ metadata }) => metadata.name === 'kirchhoff-deny-all')?.spec).toEqual({
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
  });
  expect(settingsOf('services/registry/dist/worker.js')).toContain('RUN_LEASE_MILLISECONDS');
});

interface Mutable {
  spec: { template: { spec: { containers: { resources: object }[] } } };
}

function mutable(resources: readonly Resource[], name: string): Mutable & Resource {
  return JSON.parse(JSON.stringify(resources.find((each) => nameOf(each) === name)));
}

/** Changes the name of a field, or the end of a value; an image gets the tag `latest`. */
function replaced(resource: Resource, text: string): Resource {
  const written = JSON.stringify(resource);
  const changed = text.startsWith('"image"')
    ? written.replace(text, `${text}:latest`)
    : text.endsWith('":')
      ? written.replace(text, `${text.slice(0, -2)}X":`)
      : written.replace(text, `${text}X`);
  expect(changed).not.toBe(written);
  return JSON.parse(changed);
}

/** Returns the config maps of the base with the values of an overlay. */
function merged(below: readonly Resource[], above: readonly Resource[]): readonly Resource[] {
  return below
    .filter(({ kind }) => kind === 'ConfigMap')
    .map((map) => ({ ...map, data: { ...map.data, ...above.find((each) => nameOf(each) === nameOf(map))?.data } }));
}
