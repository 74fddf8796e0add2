import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Declares the tests of all files below a folder whose names end so, as tests of the file that calls this. They share its
 * modules and what they start once for all of them, which costs seconds of CPU a file otherwise.
 * @param folder of the build
 * @param load `require` of the file that calls this, which has the fixtures of that test file
 */
export function describeCases(folder: string, ending: `.${string}cases.js`, load: (path: string) => unknown): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
  if (files.length === 0) throw new Error(`no file below ${folder} ends with ${ending}`);
  describe.each(files.toSorted().map((file) => file.slice(0, -ending.length)))('%s', (file) => {
    load(join(folder, file + ending));
  });
}
