import { SOME_CIRCUITS } from '../testing/corpus.js';
import { APPLIED } from '../testing/monomer-circuits.js';
import { differences } from '../testing/rustfmt.js';
import { compiledTo, runsOf } from '../testing/toolchain.js';

test('the formatter changes no line of any circuit', () => {
  const circuits = SOME_CIRCUITS.flatMap(({ program, closed }) => {
    const open = compiledTo('rust', program, { certified: false, tests: true });
    return closed
      ? [open, compiledTo('rust', program, { certified: true }), compiledTo('rust', program, { certified: true, guards: false })]
      : [open];
  });
  const monomers = APPLIED.flatMap((monomer) => runsOf(monomer, 1)).map(({ program, options }) => compiledTo('rust', program, options));
  expect(differences([...circuits, ...monomers]).slice(0, 8)).toEqual([]);
}, 600_000);
