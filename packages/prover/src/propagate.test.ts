import { type AbstractValue, FALSE, meet, ofDomain, ofValue, TRUE } from '@kirchhoff/kernel/abstract/abstract';
import type { Assumption } from '@kirchhoff/kernel/rules/assumption';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import { CheckMeter } from '@kirchhoff/kernel/rules/meter';
import { parameterViews } from '@kirchhoff/kernel/rules/parameters';
import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';
import { Propagation } from './propagate.js';
import { GraphSearch } from './prove-graph.js';
import { graphOf } from './testing/graph-of.js';

/**
 * `p0` and `p1` are one value in two nodes. Under `p0` the other branch of `if p1` is never taken: only the value of `p0` itself,
 * met with that of `p1`, shows it. The conditions of `d0` to `d2` are the same value, evaluated later in regions that are not
 * reached.
 */
const SAME_CONDITION = `circuit c {
input x: 0..100
input b: bool
input e0: 0..63
input e1: 0..131
input e2: 0..123
output w: i64
u0: 0..257 = x
p0 = u0 < 5 or b
u1: 0..149 = x
p1 = u1 < 5 or b
u2: 0..362 = x
d0 = if e0 > 2 { if u2 < 5 or b { 1 } else { 0 } } else { 3 }
u3: 0..1047 = x
d1 = if e1 > 29 { if u3 < 5 or b { 1 } else { 0 } } else { 0 }
u4: 0..170 = x
d2 = if e2 > 0 { if u4 < 5 or b { 1 } else { 0 } } else { 6 }
z = if p0 { if p1 { 0 } else { 9223372036854775807 + x + 1 } } else { 2 }
w = d0 + d1 + d2
}`;

test('a short circuit is asked again if other nodes have its value', () => {
  const reading = read(SAME_CONDITION);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  expect(certify(reading.program).errors).toEqual([]);
});

/** Returns all that is known after one fact is learnt and another assumed, with the steps to it and their work; undoes both. */
function concluded(environment: Environment, propagation: Propagation, meter: CheckMeter, learnt: Assumption | null, assumed: Assumption) {
  const before = meter.spent;
  return environment.within(() => {
    if (learnt !== null) environment.narrow(learnt.node, learnt.view);
    const steps = propagation.assume([{ ...assumed, view: meet(environment.view(assumed.node), assumed.view) }]);
    const views = environment.graph.nodes.map((_, id) => environment.view(id));
    const reached = environment.graph.regions.map((_, region) => environment.isReached(region));
    return { steps, views, reached, dead: environment.dead, changes: environment.changes, work: meter.spent - before };
  });
}

const INPUTS = 'input x: 0..40\ninput y: 0..60\ninput b: bool\noutput z: i64';

test.each([
  ['a long or', 't = x < y or x + 1 < y or b or x + 3 < y or y < 9 or x == 7\nz = if t { 1 } else { x - y }'],
  ['a long and', 't = x < y and x + 1 < y and b and x + 3 < y and y > 9 and x != 7\nz = if t { y - x } else { 2 }'],
  ['both, nested', 't = (b and x < y or (x < 5 or y > 20)) and (x + y < 50 or b)\nz = if t { if x < 3 or t { x } else { y } } else { 3 }'],
  ['one value in two nodes', 't = (x < 9 or b) and (x < 9 or b) or y < x\nz = if t { x } else { y - x }'],
  ['two readers', 't = x < y or b\nu = t or x < 3 or y > 50\nv = if t { 2 } else { 3 }\nz = if u { v } else { x }'],
  ['in steps of a fold', 'z = fold s: 0..90 = 0 for i in 0..3 { if s < x or s < y or i > 2 or b { MIN(s + i, 90) } else { s } }'],
])('conclusions are the same whether they were made before or not: %s', (_, body) => {
  const { core, graph } = graphOf(`circuit c {\n${INPUTS}\n${body}\n}`);
  const meter = new CheckMeter(Number.POSITIVE_INFINITY);
  const search = new GraphSearch(core, graph, 'whole', { parameters: parameterViews(graph), facts: [], meter }, []);
  const numbers = [ofValue(0, { kind: 'integer' }), ofDomain({ kind: 'integer', lo: 8, hi: 60 })];
  let shared: Propagation | null = null;
  let compared = 0;
  search.run(({ environment, users }) => {
    if (environment.dead) return;
    shared ??= new Propagation(environment, users);
    const live = graph.nodes.flatMap((_node, id) => (environment.isLive(id) ? [id] : []));
    const within = (kind: string, views: readonly AbstractValue[]) =>
      live.filter((id) => environment.view(id).kind === kind).flatMap((node) => views.map((view) => ({ node, view })));
    const truths = within('boolean', [TRUE, FALSE]);
    const learnt = [...truths, ...within('integer', numbers)].map(({ node, view }) => ({ node, view: meet(environment.view(node), view) }));
    for (const assumed of truths) {
      for (const first of [null, ...learnt, null]) {
        const again = concluded(environment, shared, meter, first, assumed);
        expect(again).toEqual(concluded(environment, new Propagation(environment, users), meter, first, assumed));
        compared += again.steps.length;
      }
    }
  });
  expect(compared).toBeGreaterThan(200);
});
