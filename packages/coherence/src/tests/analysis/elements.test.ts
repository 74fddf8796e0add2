import { ELEMENTS } from '../../testing/element-programs.js';
import { expectClosed, expectRefuted } from '../../testing/related-programs.js';

/** Elements of lists, choices and cases: TRUST.md, "element" and "linear". */
test.each(ELEMENTS)('closed without a solver, and no run fails: %s', (_, source) => {
  expectClosed(source);
});

test.each(ELEMENTS)('a relative is open, and an input refutes it: %s', (_, source, from, to) => {
  expect(source).toContain(from);
  expectRefuted(source.replace(from, to));
});
