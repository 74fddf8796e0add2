import { certify } from '@kirchhoff/prover/certify';
import { programOf } from '../../testing/outcome.js';
import { expectRefuted } from '../../testing/related-programs.js';

const MEAN = `circuit c {
  input stars: [1..5; ..500]
  output mean: (10..50)?
  number = LENGTH(stars)
  mean = if number == 0 { none } else { some DIV_ROUND(10 * SUM(stars), number) }
  ensure all given in stars { given == 5 } and number > 0 implies mean == some 50
}
`;

/** A component in two counts: few of the steps for loops are spent on the graph with its calls. */
const NIGHT = `component at_night(minute: 0..1_439) -> bool {
  minute < 360 or minute >= 1_320
}
circuit c {
  input begin: 0..1_439
  input length: 0..720
  output night: 0..720
  output day: 0..720
  night = count minute in begin..begin + length - 1 { at_night(minute % 1_440) }
  day = count minute in begin..begin + length - 1 { not at_night(minute % 1_440) }
  ensure day + night == length
  ensure begin >= 360 and begin + length <= 1_320 implies night == 0
}
`;

test.each([
  ['the sum of equal elements', MEAN],
  ['two counts whose conditions call a component', NIGHT],
])('a promise under a condition about all elements closes: %s', (_, source) => {
  const { certified, errors, assurance } = certify(programOf(source));
  expect({ certified, errors, assurance }).toEqual({ certified: true, errors: [], assurance: 'kernel' });
});

test.each([
  ['another mean', MEAN.replace('some 50', 'some 49')],
  ['elements that may be less', MEAN.replace('given == 5', 'given >= 4')],
  ['a condition of one element', MEAN.replace('ensure all', 'ensure any')],
  ['a minute that is counted twice', NIGHT.replace('begin + length - 1 { not', 'begin + length { not')],
  ['a night that begins a minute earlier', NIGHT.replace('>= 1_320', '>= 1_319')],
])('a promise that is false for some list stays open, with a true counterexample: %s', (_, source) => {
  expectRefuted(source);
});
