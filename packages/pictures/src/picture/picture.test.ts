import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { certify, nodeDomains, read } from '@kirchhoff/coherence';
import { lines, viewOf } from '../sources.fixture.js';
import { openPlaces } from '../view/open-places.js';
import { programView } from '../view/program-view.js';
import { drawProgram } from './draw-program.js';
import { type Layout, layOut, type PlacedCard } from './layout.js';
import { MAX_CARDS, MAX_PORTS } from './outline.js';
import { sceneOf } from './scene.js';

/** Programs beyond the limits of a picture. */
const LARGE: Readonly<Record<string, string>> = {
  'an else-if of 300': `circuit c {\n input a: 0..999\n output b: i64\n b = ${lines(300, (i) => `if a == ${i} { a + ${i} } else `, '')}{ 0 }\n}`,
  'a match of 300 arms': `circuit c {\n input a: 0..999\n output b: i64\n b = match a { ${lines(300, (i) => `${i} => a + ${i}`, ', ')}, _ => 0 }\n}`,
  'a list of 500': `circuit c {\n input a: 0..9\n output b: i64\n b = LENGTH([${lines(500, (i) => `a + ${i}`, ', ')}])\n}`,
  '200 inputs and outputs': `circuit c {\n${lines(200, (i) => ` input a${i}: 0..9`)}\n${lines(200, (i) => ` output b${i}: 0..9`)}\n${lines(200, (i) => ` b${i} = a${i}`)}\n}`,
  '200 ensures': `circuit c {\n input a: bool\n output b: bool\n b = a\n${lines(200, (i) => ` ensure a or not a "why ${i}"`)}\n}`,
  '70 in a row that share an input': `circuit c {\n input a: 0..9\n input b: 0..9\n output y: i64\n${lines(70, (i) => ` w${i} = MIN(${i === 0 ? 'a' : `w${i - 1}`}, b)`)}\n y = w69\n}`,
  '40 components': `circuit c {\n input a: 0..9\n output b: i64\n b = ${lines(40, (i) => `f${i}(a)`, ' + ')}\n}\n${lines(40, (i) => `component f${i}(x: 0..9) -> i64 { x * ${i} }`)}`,
};

/** Programs that lack some element. */
const SMALL: Readonly<Record<string, string>> = {
  'an output that nothing produces': 'circuit c {\n input a: 0..9\n output b: i64\n}',
  'outputs that are constants': 'circuit c {\n output a: 0..9\n output b: bool\n a = 3\n b = true\n}',
  'an arm that is never reached': 'circuit c {\n input a: 0..9\n output b: i64\n b = if a > 20 { a * 3 } else { a }\n}',
  'a default that is a constant': 'circuit c {\n input o: (0..9)?\n output b: 0..9\n b = o ?? 3\n}',
};

const CONFORMANCE = join(__dirname, '../../../../conformance');

function conformanceCase(name: string): string {
  return readFileSync(join(CONFORMANCE, `${name}.kir`), 'utf8');
}

const CASES = readdirSync(CONFORMANCE)
  .filter((name) => name.endsWith('.kir'))
  .map((name) => [name, conformanceCase(name.slice(0, -4))] as const)
  .filter(([, source]) => /^circuit/m.test(source));

describe.each([...CASES, ...Object.entries(SMALL), ...Object.entries(LARGE)])('the picture of %s', (_, source) => {
  let layouts: readonly Layout[];
  beforeAll(async () => {
    const { circuit, components } = viewOf(source);
    layouts = await Promise.all([circuit, ...components.slice(0, 3)].map(async (graph) => layOut(sceneOf(graph))));
  });

  it('holds all cards, none over another', () => {
    for (const { cards, width, height } of layouts) {
      expect(cards.length).toBeGreaterThan(0);
      expect(cards.length).toBeLessThanOrEqual(2 * MAX_CARDS + 2 * MAX_PORTS + 2);
      for (const { x, y, size } of cards) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(x + size.width).toBeLessThanOrEqual(width);
        expect(y + size.height).toBeLessThanOrEqual(height);
      }
      expect(cards.filter((card, index) => cards.slice(index + 1).some((other) => overlap(card, other)))).toEqual([]);
    }
  });

  it('leads each wire from a right side to a left one', () => {
    for (const { cards, wires } of layouts) {
      const byId = new Map(cards.map((card) => [card.card.id, card]));
      for (const { wire, points } of wires) {
        const [from, to] = [byId.get(wire.from), byId.get(wire.to)];
        expect(points[0]?.x).toBeCloseTo((from?.x ?? Number.NaN) + (from?.size.width ?? 0), 1);
        expect(points.at(-1)?.x).toBeCloseTo(to?.x ?? Number.NaN, 1);
      }
    }
  });
});

it('puts inputs at the left and outputs at the right', async () => {
  const { cards } = await layOut(sceneOf(viewOf(conformanceCase('card_fee')).circuit));
  const at = (tone: string) => cards.filter(({ card }) => card.tone === tone).map(({ x }) => x);
  const inner = cards.filter(({ card }) => card.tone !== 'input' && card.tone !== 'output').map(({ x }) => x);
  expect(Math.max(...at('input'))).toBeLessThan(Math.min(...inner));
  expect(Math.min(...at('output'))).toBeGreaterThanOrEqual(Math.max(...inner));
});

it('is the same for the same graph, however often it is drawn', async () => {
  const view = viewOf(conformanceCase('binary_search'));
  expect(await drawProgram(view)).toBe(await drawProgram(view));
});

it('draws an open place red with what it needs, beside the values that break it', async () => {
  const reading = read('circuit c {\n input total: 0..1_000\n input parts: 0..10\n output each: 0..1_000\n each = total / parts\n}');
  if (!reading.ok || reading.program.type !== 'circuit') throw new Error('no circuit');
  const { errors } = certify(reading.program);
  const places = openPlaces(reading.program, errors);
  const svg = await drawProgram(programView(reading.program, nodeDomains(reading.program), { kind: 'open', places }));
  expect(svg.match(/class="card open-card"/g)).toHaveLength(1);
  expect(svg).toMatch(/class="label ink">0 \/ 0<.*class="small open">open: needs b is not 0, and/);
  expect(svg).toContain('open: 1 place could not be proven, in red. Values after = are those for total = 0, parts = 0');
  expect(svg.match(/class="label example">= 0</g)).toHaveLength(2);
});

it('counts the open places of what no page can hold', async () => {
  const source = `circuit c {\n input a: 0..9\n output b: i64\n b = ${lines(300, (i) => `(${i} / a)`, ' + ')}\n}`;
  const reading = read(source);
  if (!reading.ok || reading.program.type !== 'circuit') throw new Error('no circuit');
  const { errors } = certify(reading.program);
  const places = openPlaces(reading.program, errors);
  const svg = await drawProgram(programView(reading.program, nodeDomains(reading.program), { kind: 'open', places }));
  expect(svg).toMatch(/class="small open">\d+ open places</);
});

function overlap(a: PlacedCard, b: PlacedCard): boolean {
  const apart = a.x + a.size.width <= b.x || b.x + b.size.width <= a.x || a.y + a.size.height <= b.y || b.y + b.size.height <= a.y;
  return !apart;
}
