import type { GraphBuilder } from '../elaborate/builder.js';
import type { ComponentSignature } from '../elaborate/component-signature.js';
import type { Reports } from '../elaborate/report.js';

const NAMES_SHOWN = 6;

/**
 * Returns the components, each after its callees. A component that calls itself, directly or through others, is reported, and its
 * call is left out. Iterative, since a chain of calls may be as long as the source.
 */
export function callOrder(
  signatures: readonly ComponentSignature[],
  builders: readonly GraphBuilder[],
  reports: Reports,
): readonly number[] {
  const order: number[] = [];
  const state = signatures.map((): 'new' | 'open' | 'done' => 'new');
  for (const start of signatures.keys()) {
    if (state[start] !== 'new') continue;
    const path = [{ component: start, next: 0 }];
    state[start] = 'open';
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const call = builders[frame.component]?.calls[frame.next];
      frame.next += 1;
      if (call === undefined) {
        state[frame.component] = 'done';
        order.push(frame.component);
        path.pop();
      } else if (state[call.callee.index] === 'new') {
        state[call.callee.index] = 'open';
        path.push({ component: call.callee.index, next: 0 });
      } else if (state[call.callee.index] === 'open') {
        const from = path.findIndex((each) => each.component === call.callee.index);
        const names = path.slice(from).map((each) => signatures[each.component]?.name.text ?? '');
        const shown = names.length > NAMES_SHOWN ? [...names.slice(0, NAMES_SHOWN - 1), '…'] : names;
        const message = `the component '${call.callee.name.text}' calls itself: ${[...shown, call.callee.name.text].join(' → ')}`;
        reports.error('recursive-component', call.span, message, 'there is no recursion: a fold repeats something');
      }
    }
  }
  return order;
}
