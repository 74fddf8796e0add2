import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Google's style of Java, except that the formatter keeps the breaks of lines, which the emitter chooses. */
export const JAVA_STYLE = '{BasedOnStyle: Google, Language: Java, ColumnLimit: 0}';

/** Returns the first complaints of the formatter about Java files; empty if it would change nothing. */
export function changedByClangFormat(texts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-layout-'));
  try {
    const names = texts.map((text, index) => {
      writeFileSync(join(folder, `F${index}.java`), text);
      return `F${index}.java`;
    });
    execFileSync('clang-format', [`-style=${JAVA_STYLE}`, '--dry-run', '--Werror', ...names], { cwd: folder, stdio: 'pipe' });
    return '';
  } catch (error) {
    return String(Object(error).stderr).slice(0, 4_000);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
