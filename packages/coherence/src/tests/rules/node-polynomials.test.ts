import { nodePolynomials } from '@kirchhoff/kernel/rules/node-polynomials';
import { programOf } from '../../testing/outcome.js';

/** Returns a chain of products with the greatest factor, of an input that is 0. */
function chainOfProducts(length: number): string {
  const wires = Array.from({ length }, (_, i) => `  w${i + 1} = w${i} * 9_223_372_036_854_775_807\n`).join('');
  return `circuit c {\n  input a: 0..0\n  output y: i64\n  w0 = a\n${wires}  y = w${length}\n}\n`;
}

test('coefficients do not grow with a chain of products', () => {
  const [graph] = programOf(chainOfProducts(64)).core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const polynomials = nodePolynomials(graph);
  const coefficients = graph.nodes.flatMap((_, id) => [...polynomials.of(id).values()]);
  const longest = coefficients.reduce((most, each) => (each > most ? each : most), 0n);
  expect(longest).toBeGreaterThanOrEqual(2n ** 126n);
  expect(longest).toBeLessThanOrEqual(2n ** 256n);
});
