import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { type Event, schedule, visitSchedule } from '@kirchhoff/kernel/graph/schedule';
import { CLOSING } from '../../testing/closing-programs.js';
import { programOf } from '../../testing/outcome.js';

const graphs = CLOSING.map(programOf).flatMap(({ core }) => [...core.components, ...core.graphs]);

/** The steps until number `most`, which ends the visit. */
function visited(graph: Graph, part: 'requires' | 'whole', most = Number.POSITIVE_INFINITY): readonly Event[] {
  const events: Event[] = [];
  const take = (event: Event): 'ended' | null => {
    events.push(event);
    return events.length === most ? 'ended' : null;
  };
  const ended = visitSchedule(graph, part, {
    enter: (region, child) => take({ event: 'enter', region, child }),
    node: (node) => take({ event: 'node', node }),
    exit: (region) => take({ event: 'exit', region }),
  });
  expect(ended).toBe(events.length === most ? 'ended' : null);
  return events;
}

describe.each(['requires', 'whole'] as const)('a visit of the schedule: %s', (part) => {
  it('has the steps of the list, the first time and later', () => {
    for (const graph of graphs) {
      const fresh = { ...graph };
      const expected = schedule(graph, part);
      expect([visited(fresh, part), visited(fresh, part), visited(fresh, part)]).toEqual([expected, expected, expected]);
    }
  });

  it('ends with the first result', () => {
    for (const graph of graphs) {
      const all = schedule(graph, part);
      const fresh = { ...graph };
      for (let most = 1; most <= Math.min(all.length, 12); most += 1) expect(visited(fresh, part, most)).toEqual(all.slice(0, most));
      expect(visited({ ...graph }, part, 2)).toEqual(all.slice(0, 2));
    }
  });
});
