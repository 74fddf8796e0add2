import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CIRCUITS } from '../../testing/corpus.js';
import { circuitOf } from '../../testing/reference.js';
import { compiledTo, formsOf } from '../../testing/toolchain.js';

const SETTINGS = {
  formatter: { indentStyle: 'space', indentWidth: 2, lineWidth: 140 },
  javascript: { formatter: { quoteStyle: 'single' } },
  vcs: { enabled: false },
  json: { formatter: { enabled: false } },
};

const HARD = `circuit hard {
  input t: text[..9]
  input long: enum { ${Array.from({ length: 60 }, (_, index) => `tag_${index}`).join(', ')} }
  input r: (a: (i64?)?, constructor: text[..4] of "a-z")
  output y: text[..40]
  output e: bool
  require t != "'" and t != "${'long '.repeat(40)}"
  y = "both ' and \\" " ++ ensured(t)
  e = long == .tag_3 and r.a == none
  ensure y != "*/" "it's */ a \\u{202e} promise"
}
component ensured(t: text[..9]) -> text[..9] {
  require TEXT_LENGTH(t) < 9
  t
}`;

test('loaders are laid out as Biome lays them out', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-loaders-'));
  try {
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify(SETTINGS));
    const corpus = CIRCUITS.filter((_, index) => index % 10 === 0).flatMap(({ program, closed }) => formsOf(program, [], closed));
    const runs = [...corpus, ...formsOf(circuitOf(HARD), [], true)];
    for (const [index, { program, options }] of runs.entries()) {
      const [, loader, declarations] = compiledTo('wasm', program, options).files;
      writeFileSync(path.join(folder, `${index}.mjs`), loader?.content ?? '');
      writeFileSync(path.join(folder, `${index}.d.mts`), declarations?.content ?? '');
    }
    const biome = require.resolve('@biomejs/biome/bin/biome');
    const { status, stdout, stderr } = spawnSync(process.execPath, [biome, 'format', '.'], { cwd: folder, encoding: 'utf8' });
    expect(status === 0 ? '' : stdout + stderr).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
