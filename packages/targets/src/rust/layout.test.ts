import { CIRCUITS } from '../testing/corpus.js';
import { FORMS, formSource } from '../testing/forms.js';
import { circuitOf } from '../testing/reference.js';
import { differences } from '../testing/rustfmt.js';
import { compiledTo } from '../testing/toolchain.js';
import { READER } from './harness-reader.js';
import { PIECES } from './runtime/pieces.js';

test('the formatter changes no line of the runtime and of the main program', () => {
  const texts = [PIECES, READER].map((pieces) => Object.values(pieces).map(({ code }) => code.trim()));
  const files = texts.map((pieces, index) => ({ path: `p${index}.rs`, content: `${pieces.join('\n\n')}\n` }));
  expect(differences([{ files, entry: '', run: [], compiled: '' }])).toEqual([]);
});

test('the formatter changes no line of some circuits', () => {
  const circuits = CIRCUITS.filter((_, index) => index % 16 === 0).map(({ program }) => program);
  const forms = FORMS.map(([, body]) => circuitOf(formSource(body)));
  const programs = [
    ...circuits.map((program) => compiledTo('rust', program, { certified: false, tests: true })),
    ...forms.map((program) => compiledTo('rust', program, { certified: false })),
  ];
  expect(differences(programs).slice(0, 8)).toEqual([]);
}, 60_000);
