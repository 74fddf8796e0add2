import { changedByClangFormat, hasClangFormat } from '../testing/clang-format.js';
import { CIRCUITS } from '../testing/corpus.js';
import { FORMS, formSource } from '../testing/forms.js';
import { circuitOf } from '../testing/reference.js';
import { compiledTo } from '../testing/toolchain.js';
import { STYLE } from './layout.js';

test('the formatter changes nothing in what circuits of every kind compile to', () => {
  const forms = FORMS.map(([, body]) => circuitOf(formSource(body)));
  const files = [...forms, ...CIRCUITS.slice(-30).map(({ program }) => program)].flatMap((program) => {
    return [
      ...compiledTo('c', program, { certified: false }).files,
      ...compiledTo('c', program, { certified: true, tests: true }).files.filter(({ path }) => path !== 'main.c'),
    ];
  });
  if (hasClangFormat())
    expect(
      changedByClangFormat(
        files.map(({ content }) => content),
        STYLE,
      ),
    ).toEqual([]);
}, 120_000);
