import { CIRCUITS } from '../testing/corpus.js';
import { FORMS, formSource } from '../testing/forms.js';
import { changedByGofmt, GO } from '../testing/go-toolchain.js';
import { APPLIED, sourcesOf } from '../testing/monomer-circuits.js';
import { circuitOf } from '../testing/reference.js';
import { compiledTo, isInstalled } from '../testing/toolchain.js';
import { PIECES } from './runtime/pieces.js';

const here = isInstalled(GO) ? test : test.skip;

here(
  'gofmt changes nothing in what circuits of every kind compile to',
  () => {
    const forms = FORMS.map(([, body]) => circuitOf(formSource(body)));
    const applied = APPLIED.flatMap((monomer) => sourcesOf(monomer).slice(0, 1).map(circuitOf));
    const files = [...forms, ...applied, ...CIRCUITS.map(({ program }) => program)].flatMap((program) => {
      return [...compiledTo('go', program, { certified: false }).files, ...compiledTo('go', program, { certified: true }).files.slice(-1)];
    });
    const texts = files.filter(({ path }) => path.endsWith('.go')).map(({ content }) => content);
    expect(texts.length).toBeGreaterThan(500);
    expect(changedByGofmt(texts)).toBe('');
  },
  120_000,
);

here('gofmt changes nothing in any piece of the runtime', () => {
  expect(changedByGofmt(Object.values(PIECES).map(({ code }) => `package piece\n\n${code.trim()}\n`))).toBe('');
});
