import { builtinModules } from 'node:module';
import path from 'node:path';

/** @typedef {import('./sources.mjs').Source} Source */

/** Lists our own packages that each package may import: the arrows of docs/architecture.md. */
const ARROWS = new Map([
  ['packages/json', []],
  ['packages/kernel', []],
  ['packages/language', ['@kirchhoff/json', '@kirchhoff/kernel']],
  ['packages/prover', ['@kirchhoff/kernel', '@kirchhoff/language']],
  ['packages/coherence', ['@kirchhoff/kernel', '@kirchhoff/language', '@kirchhoff/prover']],
  ['packages/solver', ['@kirchhoff/kernel']],
  ['packages/targets', ['@kirchhoff/coherence']],
  ['packages/reports', ['@kirchhoff/coherence']],
  ['packages/client', []],
  ['packages/policy', []],
  ['packages/pictures', ['@kirchhoff/coherence']],
  ['packages/explorer', ['@kirchhoff/coherence', '@kirchhoff/pictures', '@kirchhoff/solver']],
  [
    'packages/cli',
    ['@kirchhoff/client', '@kirchhoff/coherence', '@kirchhoff/pictures', '@kirchhoff/reports', '@kirchhoff/solver', '@kirchhoff/targets'],
  ],
  [
    'packages/bench',
    [
      '@kirchhoff/registry',
      '@kirchhoff/engine-host',
      '@kirchhoff/platform',
      '@kirchhoff/solver',
      '@kirchhoff/targets',
      '@kirchhoff/coherence',
      '@kirchhoff/prover',
      '@kirchhoff/language',
      '@kirchhoff/kernel',
    ],
  ],
  ['packages/platform', ['@kirchhoff/json']],
  ['packages/testing', []],
  ['infra/drills', []],
  ['packages/engine-host', ['@kirchhoff/platform', '@kirchhoff/solver', '@kirchhoff/coherence']],
  [
    'services/registry',
    [
      '@kirchhoff/engine-host',
      '@kirchhoff/explorer',
      '@kirchhoff/pictures',
      '@kirchhoff/platform',
      '@kirchhoff/targets',
      '@kirchhoff/solver',
      '@kirchhoff/coherence',
    ],
  ],
  [
    'services/compiler',
    [
      '@kirchhoff/engine-host',
      '@kirchhoff/pictures',
      '@kirchhoff/platform',
      '@kirchhoff/reports',
      '@kirchhoff/targets',
      '@kirchhoff/solver',
      '@kirchhoff/coherence',
    ],
  ],
]);

/** The further packages that the tests of a package may import: its development dependencies. */
const ARROWS_OF_TESTS = new Map([
  ['packages/solver', ['@kirchhoff/coherence', '@kirchhoff/prover']],
  ['packages/platform', ['@kirchhoff/testing']],
  ['packages/bench', ['@kirchhoff/testing']],
  ['packages/cli', ['@kirchhoff/testing']],
  ['services/registry', ['@kirchhoff/testing', '@kirchhoff/client']],
  ['services/compiler', ['@kirchhoff/testing', '@kirchhoff/policy']],
]);

/** Inside a package: its folders from the bottom up. Each may import itself, those before it and files beside the folders. */
const LAYERS = new Map([
  ['packages/kernel', ['types', 'values', 'abstract', 'smt-lib', 'monomers', 'graph', 'evaluate', 'rules', 'smt', 'certificate']],
]);

/** These also run in a browser. */
const PURE = new Set([
  'packages/json',
  'packages/kernel',
  'packages/language',
  'packages/prover',
  'packages/coherence',
  'packages/pictures',
  'packages/targets',
  'packages/reports',
  'packages/policy',
]);

/**
 * Rules on the imports of a code base. Each returns its violations, one line each.
 * @type {readonly ((sources: readonly Source[]) => string[])[]}
 */
export const rules = [
  (sources) => perSource(sources, arrowsPointOneWay),
  (sources) => perSource(sources, staysInItsPackage),
  (sources) => perSource(sources, layersPointDown),
  (sources) => perSource(sources, pureMeansNoNode),
  (sources) => perSource(sources, routesAndPrismaNeverMeet),
];

/**
 * @param {readonly Source[]} sources
 * @param {(source: Source) => string[]} rule
 */
const perSource = (sources, rule) => sources.flatMap((source) => rule(source).map((violation) => `${source.file}: ${violation}`));

/** @param {Source} source */
const arrowsPointOneWay = ({ home, isTest, specifiers }) => {
  /** @type {readonly string[] | undefined} */
  const allowed = ARROWS.get(home);
  if (allowed === undefined) return [`${home} has no import rule yet: add one to infra/local/src/imports/rules.mjs`];
  const ofTests = (isTest && ARROWS_OF_TESTS.get(home)) || [];
  return specifiers
    .filter((specifier) => specifier.startsWith('@kirchhoff/') && ![...allowed, ...ofTests].includes(packageOf(specifier)))
    .map((specifier) => `${home} may not import ${specifier}`);
};

/** @param {Source} source */
const staysInItsPackage = ({ file, home, specifiers }) =>
  specifiers
    .filter((specifier) => specifier.startsWith('.') && !resolve(file, specifier).startsWith(`${home}/`))
    .map((specifier) => `${specifier} leads out of ${home}`);

/** @param {Source} source */
const layersPointDown = ({ file, home, isTest, specifiers }) => {
  const layers = LAYERS.get(home);
  const folder = folderOf(home, file);
  if (layers === undefined || folder === null || isTest) return [];
  const own = layers.indexOf(folder);
  if (own < 0) return [`${folder} has no layer yet: add it to infra/local/src/imports/rules.mjs`];
  return specifiers
    .filter((specifier) => {
      if (!specifier.startsWith('.')) return false;
      const to = folderOf(home, resolve(file, specifier));
      return to !== null && layers.indexOf(to) > own;
    })
    .map((specifier) => `${folder} stands below ${folderOf(home, resolve(file, specifier))} and may not import ${specifier}`);
};

/**
 * The folder of a source in its package; `null` for a file beside the folders.
 * @param {string} home
 * @param {string} file
 */
const folderOf = (home, file) => {
  const [first, ...more] = file.slice(`${home}/src/`.length).split('/');
  return first === undefined || more.length === 0 ? null : first;
};

/** The modules that Node alone loads, by a condition in `imports` of their `package.json`; others load a pure module in their place. */
const OF_NODE_ALONE = new Set(['packages/kernel/src/certificate/sha256-of-node.ts']);

/** @param {Source} source */
const pureMeansNoNode = ({ file, home, isTest, specifiers }) =>
  PURE.has(home) && !isTest && !OF_NODE_ALONE.has(file)
    ? specifiers
        .filter((specifier) => isNodeModule(specifier) || OF_NODE_ALONE.has(resolve(file, specifier)))
        .map((specifier) => `${home} is pure and may not import ${specifier}`)
    : [];

/** Names of the database: its client and its connections. */
const OF_PRISMA = ['Prisma', 'PrismaClient', 'Database', 'DatabaseSession'];

/** @param {Source} source */
const routesAndPrismaNeverMeet = ({ file, isTest, specifiers, names }) => {
  const declaresRoutes = names.includes('route') && !isTest && !file.endsWith('.fixture.ts');
  const knowsPrisma =
    specifiers.some((specifier) => specifier.startsWith('@prisma/') || specifier.includes('generated/prisma')) ||
    names.some((name) => OF_PRISMA.includes(name));
  return declaresRoutes && knowsPrisma ? ['a file that declares routes may not know Prisma'] : [];
};

/**
 * @param {string} file
 * @param {string} specifier
 */
const resolve = (file, specifier) => path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts');

/** @param {string} specifier */
const packageOf = (specifier) => specifier.split('/').slice(0, 2).join('/');

/** @param {string} specifier */
const isNodeModule = (specifier) => specifier.startsWith('node:') || builtinModules.includes(specifier.split('/')[0] ?? '');
