import { builtinModules } from 'node:module';
import path from 'node:path';

/** @typedef {import('./sources.mjs').Source} Source */

/** Which of our own packages each may import: the arrows of docs/architecture.md. */
const ARROWS = new Map([
  ['packages/coherence', []],
  ['packages/targets', ['@kirchhoff/coherence']],
  ['packages/solver', ['@kirchhoff/coherence']],
  ['packages/bench', ['@kirchhoff/solver', '@kirchhoff/coherence']],
  ['packages/platform', []],
  ['services/registry', ['@kirchhoff/platform', '@kirchhoff/targets', '@kirchhoff/solver', '@kirchhoff/coherence']],
  ['services/compiler', ['@kirchhoff/platform', '@kirchhoff/targets', '@kirchhoff/solver', '@kirchhoff/coherence']],
]);

/** These also run in a browser. */
const PURE = new Set(['packages/coherence', 'packages/targets']);

/**
 * What the imports of a code base may not do. Each rule gives the violations it finds, one line each.
 * @type {readonly ((sources: readonly Source[]) => string[])[]}
 */
export const rules = [
  (sources) => perSource(sources, arrowsPointOneWay),
  (sources) => perSource(sources, staysInItsPackage),
  (sources) => perSource(sources, pureMeansNoNode),
  (sources) => perSource(sources, routesAndPrismaNeverMeet),
  (sources) => checkerDoesNotReachProver(sources),
];

/**
 * @param {readonly Source[]} sources
 * @param {(source: Source) => string[]} rule
 */
const perSource = (sources, rule) => sources.flatMap((source) => rule(source).map((violation) => `${source.file}: ${violation}`));

/** @param {Source} source */
const arrowsPointOneWay = ({ home, specifiers }) => {
  /** @type {readonly string[] | undefined} */
  const allowed = ARROWS.get(home);
  if (allowed === undefined) return [`${home} has no arrow yet: say in infra/local/src/imports/rules.mjs what it may import`];
  return specifiers
    .filter((specifier) => specifier.startsWith('@kirchhoff/') && !allowed.includes(packageOf(specifier)))
    .map((specifier) => `${home} may not import ${specifier}`);
};

/** @param {Source} source */
const staysInItsPackage = ({ file, home, specifiers }) =>
  specifiers
    .filter((specifier) => specifier.startsWith('.') && !resolve(file, specifier).startsWith(`${home}/`))
    .map((specifier) => `${specifier} leads out of ${home}`);

/** @param {Source} source */
const pureMeansNoNode = ({ home, isTest, specifiers }) =>
  PURE.has(home) && !isTest ? specifiers.filter(isNodeModule).map((specifier) => `${home} is pure and may not import ${specifier}`) : [];

/** What names the database: its client, or a connection of it. */
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
 * The checker must be believable without the prover: nothing in `certificate/` may reach `analysis/`, over any number of steps.
 * @param {readonly Source[]} sources
 */
const checkerDoesNotReachProver = (sources) => {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  const starts = sources.filter(({ file, isTest }) => !isTest && file.startsWith('packages/coherence/src/certificate/'));
  return starts.flatMap((start) => {
    const way = wayTo('packages/coherence/src/analysis/', start, byFile);
    return way === undefined ? [] : [`${start.file}: the checker may not reach the prover: ${way.join(' → ')}`];
  });
};

/**
 * @param {string} folder
 * @param {Source} start
 * @param {ReadonlyMap<string, Source>} byFile
 * @returns {readonly string[] | undefined} the files on the way to the first one in the folder
 */
const wayTo = (folder, start, byFile) => {
  const seen = new Set([start.file]);
  const waiting = [[start.file]];
  for (let way = waiting.shift(); way !== undefined; way = waiting.shift()) {
    const file = way[way.length - 1] ?? '';
    if (file.startsWith(folder)) return way;
    for (const next of relativeImports(byFile.get(file))) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push([...way, next]);
    }
  }
  return undefined;
};

/** @param {Source | undefined} source */
const relativeImports = (source) =>
  source === undefined
    ? []
    : source.specifiers.filter((specifier) => specifier.startsWith('.')).map((specifier) => resolve(source.file, specifier));

/**
 * @param {string} file
 * @param {string} specifier
 */
const resolve = (file, specifier) => path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts');

/** @param {string} specifier */
const packageOf = (specifier) => specifier.split('/').slice(0, 2).join('/');

/** @param {string} specifier */
const isNodeModule = (specifier) => specifier.startsWith('node:') || builtinModules.includes(specifier.split('/')[0] ?? '');
