import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

/** Every source file of the packages, services and tools, by path. */
const SOURCES = ['packages', 'services', 'infra'].flatMap((parent) =>
  readdirSync(join(ROOT, parent))
    .filter((name) => existsSync(join(ROOT, parent, name, 'src')))
    .flatMap((name) =>
      readdirSync(join(ROOT, parent, name, 'src'), { recursive: true, encoding: 'utf8' }).map((file) => `${parent}/${name}/src/${file}`),
    ),
);

/** Resolves a path: relative to the registry, or complete, or the end of a path that the page gave before in full. */
function filesOf(path: string): readonly string[] {
  return SOURCES.filter((source) => source === path || source === `services/registry/src/${path}` || source.endsWith(`/${path}`));
}

/** The suites that both services run stand in a package of their own. */
const SHARED = ['cross-account-suite.ts', 'early-errors-suite.ts']
  .map((file) => readFileSync(join(ROOT, 'packages/testing/src', file), 'utf8'))
  .join('');

function textOf(file: string): string {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return (text.includes("'@kirchhoff/testing'") ? text + SHARED : text).replaceAll("\\'", "'");
}

/** Returns the file names in code quotes, with the test titles that follow them. */
function mentions(): readonly { readonly path: string; readonly titles: readonly string[] }[] {
  const parts = PAGE.replaceAll(/\s+/g, ' ').split(/`([\w./-]+\.ts)`/);
  return parts.flatMap((path, place) => {
    if (place % 2 === 0) return [];
    const titles = [...(parts[place + 1] ?? '').matchAll(/› \*([^*]+)\*/g)].map(([, title = '']) => title.replaceAll('`', ''));
    return [{ path, titles }];
  });
}

it('docs/security.md names no source that is not there, and no test that is not in it', () => {
  const missing = mentions().flatMap(({ path, titles }) => {
    const texts = filesOf(path).map(textOf);
    if (texts.length === 0) return [path];
    return titles.filter((title) => !texts.some((text) => text.includes(title))).map((title) => `${path} › ${title}`);
  });
  expect(missing).toEqual([]);
  expect(mentions().flatMap(({ titles }) => titles).length).toBeGreaterThan(40);
});

it('each walk of docs/architecture.md goes through ten files at most, all of which exist', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const section = page.slice(page.indexOf('## Four walks'), page.indexOf('## A request, from the socket'));
  const walks = section.split(/^### /m).slice(1);
  expect(walks).toHaveLength(4);
  for (const walk of walks) {
    const rows = [...walk.matchAll(/^\| [0-9]+ \| `([^`]+)`/gm)].map(([, path = '']) => path);
    expect(rows.length).toBeLessThanOrEqual(10);
    expect(rows.filter((path) => !SOURCES.includes(path))).toEqual([]);
  }
});
