import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';
import { closurePlaces } from './closure-places.js';

const OPEN: Readonly<Record<string, string>> = {
  'an operation': 'circuit c {\n input a: 0..9\n output b: 0..9\n b = 9 / a\n}',
  'an output and an ensure': 'circuit c {\n input a: 0..9\n output b: 0..5\n b = a\n ensure b < 4 "small"\n}',
  'a match': 'circuit c {\n input a: 0..9\n output b: 0..9\n b = match a { 0..4 => 1 }\n}',
  'an input, a require and an output that nothing gives': 'circuit c {\n input a: 0..9\n input z: 0..9\n output b: 0..9\n require a > 9\n}',
  'a component': 'circuit c {\n input a: 0..9\n output b: 0..9\n b = f(a)\n}\ncomponent f(x: 0..9) -> 0..5 { x }',
};

it.each(Object.entries(OPEN))('has the place of each error: %s', (_, source) => {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const places = closurePlaces(reading.program);
  const { errors, tce_metrics } = certify(reading.program);
  expect(errors.length).toBeGreaterThan(0);
  expect(places).toHaveLength(tce_metrics.closure_domains_total);
  for (const { type, domain, line, column } of errors) {
    expect(
      places.filter((place) => place.type === type && place.domain === domain && place.line === line && place.column === column),
    ).toHaveLength(1);
  }
});
