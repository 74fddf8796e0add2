import { FAILING, FAILING_IN_RULES } from '../../testing/failing-programs.js';
import { expectRefuted } from '../../testing/related-programs.js';

test.each([...FAILING, ...FAILING_IN_RULES])('not closed, and refuted by an input that fails: %s', (_, source) => {
  expectRefuted(source);
});
