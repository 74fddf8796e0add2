import { compile } from '../compile.js';
import { changedByClangFormat, hasClangFormat, JAVA_STYLE } from '../testing/clang-format.js';
import { CIRCUITS } from '../testing/corpus.js';
import { FORMS, formSource } from '../testing/forms.js';
import { circuitOf } from '../testing/reference.js';
import { compiledTo } from '../testing/toolchain.js';
import { java } from './java.js';
import { PIECES } from './runtime/pieces.js';

const describeHere = hasClangFormat() ? describe : describe.skip;

describeHere('the layout of Java', () => {
  const forms = FORMS.map(([, body]) => circuitOf(formSource(body)));
  const files = [...forms, ...CIRCUITS.slice(-40).map(({ program }) => program)].flatMap((program) => {
    return [
      ...compiledTo('java', program, { certified: false }).files,
      ...compiledTo('java', program, { certified: true }).files.slice(0, 1),
    ];
  });

  test('the formatter changes nothing in what circuits of every kind compile to', () => {
    expect(
      changedByClangFormat(
        files.map(({ content }) => content),
        JAVA_STYLE,
        'java',
      ),
    ).toEqual([]);
  }, 120_000);

  test('the formatter changes nothing in the tests that circuits bring', () => {
    const programs = [...forms, ...CIRCUITS.filter((_, index) => index % 8 === 0).map(({ program }) => program)];
    const texts = programs.flatMap((program) => {
      const compilation = compile(program, java.target, { certified: false, allowOpen: true, tests: true });
      if (!compilation.ok) throw new Error(compilation.message);
      return compilation.program.files.slice(-1).map(({ content }) => content);
    });
    expect(changedByClangFormat(texts, JAVA_STYLE, 'java')).toEqual([]);
  }, 120_000);

  test('the formatter changes nothing in any piece of the runtime', () => {
    const pieces = Object.values(PIECES).map(({ code }) => code.trim());
    const text = pieces
      .map((piece) => (piece === '' ? '' : `\n${piece}\n`).replaceAll(/^(?=.)/gm, '  '))
      .join('')
      .replace(/^\n/, '');
    expect(changedByClangFormat([`final class Pieces {\n${text}}\n`], JAVA_STYLE, 'java')).toEqual([]);
  }, 60_000);

  test('few lines are longer than 100 characters: those of texts, of which Java has no other spelling', () => {
    const lines = files.flatMap(({ content }) => content.split('\n'));
    const long = lines.filter((line) => line.length > 100 && !/^\s*"[^"]*"\);$|^\s*\/\//.test(line));
    expect(long.length).toBeLessThan(lines.length / 1_000);
  });
});
