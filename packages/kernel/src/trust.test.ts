import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compares TRUST.md with the sources. */
const KERNEL = join(__dirname, '..');
const SOURCES = join(KERNEL, 'src');
/** Lines are rounded to a multiple of this. */
const ROUNDING = 50;
/** Small changes need no change of the page: a part may differ by these files and lines, and the total by three times as much. */
const SLACK = { files: 1, lines: 100 };

function read(...path: readonly string[]): string {
  return readFileSync(join(KERNEL, ...path), 'utf8');
}

/** Returns every TypeScript source below a folder, without tests and test helpers. Paths are relative to the package. */
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

/** Returns one row for each folder, one for the files beside the folders, and one for the total. */
function measured(): readonly string[] {
  const folders = readdirSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const parts = folders.map(({ name }) => name).toSorted();
  const all = sourcesIn('src');
  const beside = all.filter((path) => path.split('/').length === 2);
  return [...parts.map((part) => rowOf(`\`${part}\``, sourcesIn(`src/${part}`))), rowOf('beside them', beside), rowOf('all', all)];
}

/** Returns the rows of the table under "Size". */
function stated(): readonly string[] {
  const [, size = ''] = read('TRUST.md').split('\n## Size\n');
  const [section = ''] = size.split('\n## ');
  return section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| part '));
}

/** Returns the part, the files and the lines of a row. */
function cellsOf(row: string): { readonly part: string; readonly files: number; readonly lines: number } {
  const [, part = '', files = '', lines = ''] = row.split('|').map((cell) => cell.trim());
  return { part, files: Number(files), lines: Number(lines.replaceAll(',', '')) };
}

function isAbout(row: string, actual: string): boolean {
  const [a, b] = [cellsOf(row), cellsOf(actual)];
  const times = a.part === 'all' ? 3 : 1;
  return a.part === b.part && Math.abs(a.files - b.files) <= times * SLACK.files && Math.abs(a.lines - b.lines) <= times * SLACK.lines;
}

test('TRUST.md states the files and lines of each part, apart from small changes', () => {
  const [page, sources] = [stated(), measured()];
  const holds = page.length === sources.length && page.every((row, index) => isAbout(row, sources[index] ?? ''));
  expect(holds ? sources : page).toEqual(sources);
});

test('each file in the reading order exists', () => {
  const [, order = ''] = read('TRUST.md').split('\n## Reading order\n');
  const [section = ''] = order.split('\n## ');
  const sources = sourcesIn('src');
  const named = [...section.matchAll(/`([a-z/-]+\.ts)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !sources.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
});

test('the kernel depends only on hash functions', () => {
  const { dependencies, ...others }: Record<string, unknown> = JSON.parse(read('package.json'));
  expect(Object.keys(dependencies ?? {})).toEqual(['@noble/hashes']);
  expect(['peerDependencies', 'optionalDependencies', 'bundledDependencies'].filter((kind) => kind in others)).toEqual([]);
});

/** Loaded in Node in place of `certificate/sha256.ts`. */
const OF_NODE_ALONE = 'src/certificate/sha256-of-node.ts: node:crypto';

test('the sources of the kernel import no packages but hash functions', () => {
  const foreign = sourcesIn('src').flatMap((path) =>
    [...read(path).matchAll(/\b(?:from|import\(|require\(|^import) ?'([@a-z./:0-9-]+)'/gm)].flatMap(([, to = '']) =>
      to.startsWith('.') || to.startsWith('@noble/hashes/') ? [] : [`${path}: ${to}`],
    ),
  );
  expect(foreign).toEqual([OF_NODE_ALONE]);
});
