import { ofType } from '@kirchhoff/kernel/abstract/abstract';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import type { SmtRequest } from '@kirchhoff/kernel/smt/context';
import { smtQueries } from '@kirchhoff/kernel/smt/query';
import { type AskedDomain, asked } from '../../testing/asked.js';
import { CLOSED_BEHIND, CLOSED_BY_CLAIMS, CLOSED_BY_ELEMENTS, CLOSED_IN_QUERIES } from '../../testing/closed-in-queries.js';
import { verdictOf } from '../../testing/model-finder.js';
import { programOf } from '../../testing/outcome.js';

const MAX_BOXES = 10_000;

/** The claims of a query: all of them, an empty set, or those of nodes whose terms are any value of their types. */
const CLAIMS: Readonly<Record<string, (question: AskedDomain) => SmtRequest>> = {
  'all claims': ({ request }) => request,
  'no claim': ({ bare }) => bare,
  'claims of loops, calls and what is bound': ({ request, bare }) => ({
    ...request,
    claim: (node) => (isUnknown(nodeAt(request.graph, node).op) ? request.claim(node) : bare.claim(node)),
    claimIn: (component, node) => {
      const graph = request.core.components[component];
      const type = graph?.types[node];
      if (graph === undefined || type === undefined) throw new Error('no component');
      return isUnknown(nodeAt(graph, node).op) ? (request.claimIn?.(component, node) ?? ofType(type)) : ofType(type);
    },
  }),
};

function isUnknown(op: string): boolean {
  return ['loop', 'fold', 'call', 'bound'].includes(op);
}

/** Not every precondition has a form. */
function isApplication({ graph, domain }: SmtRequest): boolean {
  return domain.kind === 'operation' && nodeAt(graph, domain.node).op === 'apply';
}

const withClaims = (programs: typeof CLOSED_IN_QUERIES, names: readonly string[]) =>
  programs.flatMap(([what, source]) => {
    const questions = asked(programOf(source));
    return names.flatMap((name) => (CLAIMS[name] === undefined ? [] : [[what, name, questions.map(CLAIMS[name])] as const]));
  });

test.each([
  ...withClaims(CLOSED_IN_QUERIES, Object.keys(CLAIMS)),
  ...withClaims(CLOSED_BY_CLAIMS, ['all claims', 'claims of loops, calls and what is bound']),
  ...withClaims(CLOSED_BY_ELEMENTS, ['all claims']),
])('no query of a closed program has a model: %s, with %s', (_, _claims, requests) => {
  const said = requests.filter(({ domain }) => domain.kind !== 'input' && !(domain.kind === 'contract' && domain.of === 'requires'));
  for (const request of said) {
    const verdicts = new Set(smtQueries(request).map(({ text }) => verdictOf(text, MAX_BOXES)));
    const expected = verdicts.size === 0 && isApplication(request) ? [] : ['unsat'];
    expect([request.domain, ...verdicts]).toEqual([request.domain, ...expected]);
  }
  expect(said.length).toBeGreaterThan(0);
});

test.each(withClaims(CLOSED_BEHIND, Object.keys(CLAIMS)))(
  'no query of an output has a model behind what may fail: %s, with %s',
  (_, _claims, requests) => {
    const verdicts = requests
      .filter(({ domain }) => domain.kind === 'output')
      .flatMap(smtQueries)
      .map(({ text }) => verdictOf(text, MAX_BOXES));
    expect(new Set(verdicts)).toEqual(new Set(['unsat']));
  },
);

test.each([
  ['a linear condition', 'input a: 0..9\n input b: 0..9', '6 / (a + b + 1)', ['integers', 'vectors']],
  ['bits', 'input a: 0..9\n input b: 0..9', '6 / (BIT_AND(a, b) + 1)', ['vectors', 'integers']],
  ['a shift by a literal', 'input a: 0..9', '6 / ((a << 2) + 1)', ['integers', 'vectors']],
  ['a shift by a variable', 'input a: 0..9\n input n: 0..9', '6 / ((a << n) + 1)', ['vectors', 'integers']],
] as const)('the more promising encoding is asked first: %s', (_, inputs, expression, encodings) => {
  const questions = asked(programOf(`circuit c {\n ${inputs}\n output o: i64\n o = ${expression}\n}\n`));
  const last = questions.flatMap(({ domain, request }) => (domain.kind === 'output' ? smtQueries(request) : []));
  expect(last.map(({ encoding }) => encoding)).toEqual(encodings);
});

test('without arithmetic there is one encoding', () => {
  const [output] = asked(
    programOf('circuit c {\n input t: bool\n input u: bool\n output o: bool\n o = t == u\n ensure o or t or u\n}\n'),
  ).filter(({ domain }) => domain.kind === 'contract');
  expect(output && smtQueries(output.request).map(({ encoding }) => encoding)).toEqual(['integers']);
});
