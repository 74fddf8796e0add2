import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './harness/programs.js';
import { REPOSITORY } from './harness/services.js';
import { drill, toolPath } from './harness/tools.js';
import { nameOf, resourcesOf, ruleFaults, schemaFaults } from './kubernetes.fixture.js';

/** Returns the resources that kubectl builds. */
const built = async (folder: string) => {
  const output = await runProgram(toolPath('kubectl'), ['kustomize', join(REPOSITORY, 'infra/kubernetes', folder)]);
  // A newer kubectl advises against the fields that an old one needs.
  return resourcesOf(output.replaceAll(/^# Warning: .*$/gm, ''));
};

drill('the Kubernetes manifests', ['kubectl'], () => {
  it.each(['base', 'overlays/example'])('%s is built, and what is built is right', async (folder) => {
    const resources = await built(folder);
    expect(schemaFaults(resources)).toEqual([]);
    expect(ruleFaults(resources)).toEqual([]);
  });

  it('the example has one name space, images with a version, settings that replace their pods, and its own networks', async () => {
    const resources = await built('overlays/example');
    const text = JSON.stringify(resources);
    expect(resources.map(nameOf).filter((name) => name.startsWith('Ingress'))).toHaveLength(2);
    expect([...text.matchAll(/"namespace":"([^"]+)"/g)].map(([, name]) => name)).toEqual(Array(resources.length - 1).fill('kirchhoff'));
    const images = new Set([...text.matchAll(/"image":"([^"]+)"/g)].map(([, image]) => image));
    const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'));
    expect(images).toEqual(new Set(['registry', 'compiler'].map((name) => `images.example.org/kirchhoff-${name}:${version}`)));
    for (const [, name] of text.matchAll(/"configMapRef":\{"name":"([^"]+)"/g)) expect(name).toMatch(/^kirchhoff-\w+-[0-9a-z]{10}$/);
    expect(JSON.stringify(resources.find(({ metadata }) => metadata.name === 'kirchhoff-stores'))).not.toContain('10.0.0.0/8');
  });
});
