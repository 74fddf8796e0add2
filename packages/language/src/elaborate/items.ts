import { lineFrom } from '../diagnostics/place.js';
import type { CircuitItem, ComponentItem, ConstantItem, DomainItem, Item, PolicyItem, UseItem } from '../syntax/ast.js';
import { spellBinder } from '../syntax/binders.js';
import type { Callee, ComponentSignature } from './component-signature.js';
import type { Reports } from './report.js';

/** The items of a source by type, each list in the order of the source. */
export interface Items {
  readonly uses: readonly UseItem[];
  readonly constants: readonly ConstantItem[];
  readonly domains: readonly DomainItem[];
  readonly components: readonly ComponentItem[];
  readonly programs: readonly (CircuitItem | PolicyItem)[];
}

/** Sorts the items, and reports misplaced ones. */
export function sortItems(items: readonly Item[], reports: Reports): Items {
  const uses: UseItem[] = [];
  const constants: ConstantItem[] = [];
  const domains: DomainItem[] = [];
  const components: ComponentItem[] = [];
  const programs: (CircuitItem | PolicyItem)[] = [];
  for (const item of items) {
    switch (item.item) {
      case 'constant':
        constants.push(item);
        break;
      case 'domain':
        domains.push(item);
        break;
      case 'component':
        components.push(item);
        break;
      case 'circuit':
      case 'policy':
        programs.push(item);
        break;
      case 'use':
        uses.push(item);
        break;
      case 'useFile':
        throw new Error('the files that a source uses are joined before its items are read');
      case 'wire':
        reports.error(
          'statement-order',
          item.span,
          `the wire '${spellBinder(item.binder)}' stands outside of the circuit`,
          'move it within the braces',
        );
        break;
    }
  }
  return { uses, constants, domains, components, programs };
}

/** Returns the callable components and circuits by name. */
export function calleesByName(
  signatures: ReadonlyMap<string, ComponentSignature>,
  pinned: readonly Callee[],
  reports: Reports,
): ReadonlyMap<string, Callee> {
  const callees = new Map<string, Callee>(signatures);
  for (const callee of pinned) {
    const { text, span } = callee.name;
    const earlier = callees.get(text);
    if (earlier === undefined) {
      callees.set(text, callee);
    } else {
      const message = `the name '${text}' is already bound by ${earlier.what} at ${lineFrom(span, earlier.name.span)}`;
      reports.duplicate(callee.name, message, 'give one of them another name');
    }
  }
  return callees;
}
