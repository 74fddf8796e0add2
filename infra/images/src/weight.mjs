/** The files that no process of an image reads, and that an image therefore does not carry. */

/** Licences must be passed on with the code, whatever their file is called. */
const LEGAL = /^(licen[cs]e|copying|notice|third.?party)/i;

/** Files for editors, compilers, debuggers, test runners and readers, in every package. */
const UNREAD =
  /\.(d\.[cm]?ts|[cm]?tsx?|map|md|markdown|flow|tsbuildinfo)$|\.(test|spec)\.[cm]?js$|^(tsconfig.*\.json|pnpm-lock\.yaml|yarn\.lock|makefile|changelog.*)$/i;

/** Settings of tools, in every package. */
const HIDDEN = /(^|\/)\./;

/** Folders at the top of a package of others. */
const UNREAD_FOLDERS = new Set([
  'test',
  'tests',
  '__tests__',
  'example',
  'examples',
  'benchmark',
  'benchmarks',
  'bench',
  'docs',
  'coverage',
  'man',
]);

/** Tests of our own packages, and what only tests use. */
const OF_TESTS = /\.(test|fixture|(worker-)?cases)\.[cm]?js$|(^|\/)(tests|testing|fuzz)\//;

/**
 * The only files that are read of packages whose rest is heavy, by paths inside the package. Prisma's client has a query compiler for
 * each database, in two speeds and two module forms. Swagger UI has a build for every bundler. ELK's `elk.bundled.js` includes the others.
 * BullMQ, z3, resvg and OpenTelemetry's names have a second build for browsers and module loaders. DejaVu has twenty fonts that no card uses.
 * @type {ReadonlyMap<string, RegExp>}
 */
const READ = new Map([
  ['@prisma/client', /^(package\.json|runtime\/(client|query_compiler_fast_bg\.postgresql(\.wasm-base64)?)\.js)$/],
  ['swagger-ui-dist', /^(package\.json|swagger-ui\.css|swagger-ui-bundle\.js)$/],
  ['elkjs', /^(package\.json|lib\/elk\.bundled\.js)$/],
  ['bullmq', /^(package\.json|dist\/cjs\/.*)$/],
  ['z3-solver', /^(?!build\/browser\.js$)/],
  ['@opentelemetry/semantic-conventions', /^(?!.*\.mjs$)/],
  ['@resvg/resvg-wasm', /^(package\.json|index\.js|index_bg\.wasm)$/],
  ['dejavu-fonts-ttf', /^(package\.json|ttf\/DejaVuSans(-Bold)?\.ttf)$/],
]);

/**
 * Returns whether an image carries a file of a package.
 * @param {string} name of the package
 * @param {string} file path inside the package, with slashes
 */
export const isCarried = (name, file) => {
  const base = file.slice(file.lastIndexOf('/') + 1);
  if (LEGAL.test(base)) return true;
  if (UNREAD.test(base) || HIDDEN.test(file)) return false;
  if (name.startsWith('@kirchhoff/')) return (file === 'package.json' || file.startsWith('dist/')) && !OF_TESTS.test(file);
  const [folder] = file.split('/');
  if (folder !== undefined && folder !== file && UNREAD_FOLDERS.has(folder)) return false;
  return READ.get(name)?.test(file) ?? true;
};
