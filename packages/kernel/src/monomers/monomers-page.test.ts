import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MONOMERS } from './catalog.js';
import type { Monomer } from './monomer.js';
import { FAMILIES } from './names.js';

/** The documentation page with the reason for each monomer's soundness. */
const PAGE = readFileSync(join(__dirname, '../../MONOMERS.md'), 'utf8');

interface Row {
  readonly family: string;
  readonly names: readonly string[];
  readonly need: string;
  readonly transfer: string;
  readonly facts: string;
}

/** Returns the table rows below the heading of a family. A bar inside a cell has a backslash before it. */
function rowsOf(family: string): readonly Row[] {
  const [, rest = ''] = PAGE.split(`\n## ${family}\n`);
  const [section = ''] = rest.split('\n## ');
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, names = '', need = '', transfer = '', facts = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      return { family, names: [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name), need, transfer, facts };
    });
}

const ROWS = FAMILIES.flatMap(rowsOf);

function monomersOf({ family, names }: Row): readonly Monomer[] {
  return names.flatMap((name) => MONOMERS.filter((each) => each.name === name && each.family === family));
}

/** `form`: it has no applications; `total`: it never fails; otherwise the text of its precondition. */
function needOf({ analysis, precondition }: Monomer): string {
  if (analysis === null) return 'form';
  return precondition === null ? 'total' : 'need';
}

function statesFacts({ analysis, linear }: Monomer): boolean {
  return linear !== null || (analysis !== null && (analysis.facts !== null || analysis.contentFacts !== null));
}

test('each monomer has its argument in one row of its family', () => {
  const argued = ROWS.flatMap(({ family, names }) => names.map((name) => `${family} ${name}`));
  expect(argued.toSorted()).toEqual(MONOMERS.map(({ family, name }) => `${family} ${name}`).toSorted());
});

test.each(ROWS)('$names: the page has a need, bounds and facts exactly if the records have them', (row) => {
  const [word = ''] = row.need.split(/[ ;]/);
  const told = word === 'form' || word === 'total' ? word : 'need';
  const monomers = monomersOf(row);
  expect(monomers.map(needOf)).toEqual(row.names.map(() => told));
  expect(row.transfer.length).toBeGreaterThan(told === 'form' ? 0 : 10);
  expect(row.facts !== '').toBe(monomers.some(statesFacts));
});
