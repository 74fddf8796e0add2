import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compares the page on trust with the sources. */
const KERNEL = join(__dirname, '..');
const SOURCES = join(KERNEL, 'src');
/** Lines are told to the nearest of these. */
const ROUNDING = 50;
/** Small changes leave the page as it is: a part may be off by so many files and lines, the whole by three times as many. */
const SLACK = { files: 1, lines: 100 };

function read(...path: readonly string[]): string {
  return readFileSync(join(KERNEL, ...path), 'utf8');
}

/** Every TypeScript source below a folder that is no test, nor a helper of tests; paths within the package. */
function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(KERNEL, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourcesIn(path);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

function rowOf(part: string, sources: readonly string[]): string {
  const lines = sources.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);
  return `| ${part} | ${sources.length} | ${(Math.round(lines / ROUNDING) * ROUNDING).toLocaleString('en-US')} |`;
}

/** One row a folder, then that of the files beside them, then that of all. */
function measured(): readonly string[] {
  const folders = readdirSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const parts = folders.map(({ name }) => name).toSorted();
  const all = sourcesIn('src');
  const beside = all.filter((path) => path.split('/').length === 2);
  return [...parts.map((part) => rowOf(`\`${part}\``, sourcesIn(`src/${part}`))), rowOf('beside them', beside), rowOf('all', all)];
}

/** The rows of the table under "Size". */
function stated(): readonly string[] {
  const [, size = ''] = read('TRUST.md').split('\n## Size\n');
  const [section = ''] = size.split('\n## ');
  return section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| part '));
}

/** The part, the files and the lines of a row. */
function cellsOf(row: string): { readonly part: string; readonly files: number; readonly lines: number } {
  const [, part = '', files = '', lines = ''] = row.split('|').map((cell) => cell.trim());
  return { part, files: Number(files), lines: Number(lines.replaceAll(',', '')) };
}

function isAbout(row: string, actual: string): boolean {
  const [a, b] = [cellsOf(row), cellsOf(actual)];
  const times = a.part === 'all' ? 3 : 1;
  return a.part === b.part && Math.abs(a.files - b.files) <= times * SLACK.files && Math.abs(a.lines - b.lines) <= times * SLACK.lines;
}

test('the page on trust states files and lines by part as they are, but for small changes', () => {
  const [page, sources] = [stated(), measured()];
  const holds = page.length === sources.length && page.every((row, index) => isAbout(row, sources[index] ?? ''));
  expect(holds ? sources : page).toEqual(sources);
});

test('each file that the reading order names is there', () => {
  const [, order = ''] = read('TRUST.md').split('\n## Reading order\n');
  const [section = ''] = order.split('\n## ');
  const sources = sourcesIn('src');
  const named = [...section.matchAll(/`([a-z/-]+\.ts)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !sources.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
});

test('the kernel depends on hash functions and on nothing else', () => {
  const { dependencies, ...others }: Record<string, unknown> = JSON.parse(read('package.json'));
  expect(Object.keys(dependencies ?? {})).toEqual(['@noble/hashes']);
  expect(['peerDependencies', 'optionalDependencies', 'bundledDependencies'].filter((kind) => kind in others)).toEqual([]);
});

test('no source of the kernel imports another package than hash functions', () => {
  const foreign = sourcesIn('src').flatMap((path) =>
    [...read(path).matchAll(/\b(?:from|import\(|require\(|^import) ?'([@a-z./:0-9-]+)'/gm)].flatMap(([, to = '']) =>
      to.startsWith('.') || to.startsWith('@noble/hashes/') ? [] : [`${path}: ${to}`],
    ),
  );
  expect(foreign).toEqual([]);
});
