import { changedByClangFormat, hasClangFormat } from '../testing/clang-format.js';
import { SOME_CIRCUITS } from '../testing/corpus.js';
import { APPLIED, sourcesOf } from '../testing/monomer-circuits.js';
import { circuitOf } from '../testing/reference.js';
import { compiledTo } from '../testing/toolchain.js';
import { STYLE } from './layout.js';

test('the formatter changes nothing in any circuit of the documentation, and in any monomer', () => {
  const applied = APPLIED.flatMap((monomer) => sourcesOf(monomer).slice(0, 2).map(circuitOf));
  const files = [...applied, ...SOME_CIRCUITS.map(({ program }) => program)].flatMap((program) => {
    return [
      ...compiledTo('c', program, { certified: false }).files,
      ...compiledTo('c', program, { certified: true, tests: true }).files.filter(({ path }) => path !== 'main.c'),
    ];
  });
  expect(files.length).toBeGreaterThan(400);
  if (hasClangFormat())
    expect(
      changedByClangFormat(
        files.map(({ content }) => content),
        STYLE,
      ),
    ).toEqual([]);
}, 900_000);
