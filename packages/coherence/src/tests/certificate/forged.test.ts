import { integers, NEVER } from '@kirchhoff/kernel/abstract/abstract';
import { decodeUtf8, encodeUtf8 } from '@kirchhoff/kernel/catalog/io/utf8';
import { check } from '@kirchhoff/kernel/certificate/check';
import { sha256Hex } from '@kirchhoff/kernel/certificate/digest';
import { conformanceCases } from '../../testing/conformance-cases.js';
import { circuitOf, claim, forgeryOf, nodesWith, sealed } from '../../testing/forgery.js';

function openProgram(name: string): string {
  const found = conformanceCases().find((each) => each.name === name);
  if (found === undefined) throw new Error(`no case ${name}`);
  return found.source;
}

test('an accumulator that is claimed to have no value proves nothing: its first value is outside of that', () => {
  const forgery = forgeryOf(openProgram('open_fold_of_thousands'));
  const draft = circuitOf(forgery);
  const [fold] = nodesWith(draft, ({ op }) => op === 'fold');
  const body = draft.graph.regions.find(({ owner }) => owner === fold)?.nodes ?? [];
  claim(draft, body, NEVER);
  claim(draft, [fold ?? -1], integers(0, 0));
  draft.proof = { ...draft.proof, steps: new Map(), drifts: new Map(), unrolled: [], differences: new Map() };
  expect(check(forgery.program, sealed(forgery))).toMatchObject({
    valid: false,
    reason: `the first value of the accumulator of node ${fold} may lie outside of its claim`,
  });
});

test.each([
  '{"list_items":["bool",[0,1]]}',
  '{"list_items":[{"record":[["a",[0,1]]]},{"record":[["b",[0,1]]]}]}',
  '{"list_items":[{"list_items":["bool"]},{"list_items":[[0,1]]}]}',
  '{"bytes_items":[{"option":[true,"bool"]},{"option":[true,[0,1]]}]}',
])('a claim whose items are of different types, %s, is refused without a throw', (view) => {
  const { program, ...drafts } = forgeryOf(openProgram('open_index_past_the_end'));
  const { certificate }: { certificate: { graphs: { claims: unknown[] }[] } } = JSON.parse(
    decodeUtf8(sealed({ program, ...drafts })) ?? '',
  );
  const [graph] = certificate.graphs;
  if (graph === undefined) throw new Error('no graph');
  graph.claims[0] = JSON.parse(view);
  const body = JSON.stringify(certificate);
  expect(check(program, encodeUtf8(`{"certificate":${body},"digest":"${sha256Hex(body)}"}`))).toMatchObject({
    valid: false,
    reason: 'a claim has items of different types',
  });
});
