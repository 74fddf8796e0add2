import { ofDomain } from '../abstract/abstract.js';
import type { Graph, PortDomain } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { type ExactBounds, INT64_BOUNDS } from '../smt-lib/bounds.js';
import { equal, TRUE_FORMULA } from '../smt-lib/formulas.js';
import { SIZE_BOUNDS, type Term, type Terms } from '../smt-lib/terms.js';
import { type Domain, TEXT, typeOf } from '../types/domain.js';
import type { QueryContext } from './context.js';
import { assumed } from './membership.js';

/** Limits for the parameters that are compared with literals to make a model readable, and for these literals. */
const MAX_COMPARED = 16;
/** Limit for the elements of a parameter that are constants of their own. */
const MAX_ITEMS = 64;

/**
 * Declares the constants of each parameter that the slice reads: `p0`, its fields `p0.name`, and `p0?` and `p0!` for an option.
 */
export function declareParameters(
  { request, terms, origins }: QueryContext,
  graph: Graph,
  nodes: readonly number[],
): readonly (Term | undefined)[] {
  const read = new Set<number>();
  for (const id of nodes) {
    const node = nodeAt(graph, id);
    if (node.op === 'parameter') read.add(node.index);
  }
  return graph.parameters.map((parameter, index) => {
    if (!read.has(index)) return undefined;
    const declared = declare(terms, parameter, `p${index}`);
    const term = request.hasItems === true ? withItems(terms, declared, parameter, `p${index}`) : declared;
    origins.parameters.push({ index, term });
    return term;
  });
}

function declare(terms: Terms, { domain }: PortDomain, name: string): Term {
  const bounds = new Map(integersOf(domain, name));
  const term = terms.declare(typeOf(domain), name, (path) => bounds.get(path) ?? INT64_BOUNDS);
  terms.script.assert(TRUE_FORMULA, assumed(terms, term, ofDomain(domain)));
  return term;
}

/** Declares the elements of a list of one length. */
function withItems(terms: Terms, list: Term, { domain }: PortDomain, name: string): Term {
  if (list.kind !== 'thing' || domain.kind !== 'list' || domain.lo !== domain.hi || domain.hi > MAX_ITEMS) return list;
  const items = Array.from({ length: domain.hi }, (_, place) => declare(terms, { name: '', domain: domain.element }, `${name}.${place}`));
  return { ...list, items };
}

function integersOf(domain: Domain, path: string): readonly (readonly [string, ExactBounds])[] {
  switch (domain.kind) {
    case 'integer':
      return [[path, { lo: BigInt(domain.lo), hi: BigInt(domain.hi) }]];
    case 'record':
      return domain.fields.flatMap((field) => integersOf(field.domain, `${path}.${field.name}`));
    case 'option':
      return integersOf(domain.value, `${path}!`);
    default:
      return [];
  }
}

/**
 * Names the facts that a model gives of the texts, bytes and lists among the parameters. `p0.size` is a size; `p0.t1` is true if
 * the value is literal `t1`. Returns these literals by constant.
 */
export function nameThings(terms: Terms, parameters: readonly (Term | undefined)[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { key, name } of terms.script.allLiterals().slice(0, MAX_COMPARED)) {
    if (key.startsWith('text ')) texts.set(name, String(JSON.parse(key.slice('text '.length))));
  }
  parameters.slice(0, MAX_COMPARED).forEach((term, index) => {
    if (term !== undefined) nameThingsIn(terms, term, `p${index}`, [...texts.keys()]);
  });
  return texts;
}

function nameThingsIn(terms: Terms, term: Term, path: string, literals: readonly string[]): void {
  const { script, dialect } = terms;
  switch (term.kind) {
    case 'thing': {
      const size = { text: script.declare(`${path}.size`, dialect.sortOf(SIZE_BOUNDS)), bounds: SIZE_BOUNDS };
      terms.constants.equals.set(size.text, terms.size(term).text);
      script.assert(TRUE_FORMULA, dialect.compare('=', size, terms.size(term)));
      if (literals.length === 0 || term.sort !== terms.sortOf(TEXT)) return;
      for (const literal of literals) {
        const isLiteral = script.declare(`${path}.${literal}`, 'Bool');
        terms.constants.equals.set(isLiteral, equal(term.text, literal));
        script.assert(TRUE_FORMULA, equal(isLiteral, equal(term.text, literal)));
      }
      return;
    }
    case 'record':
      for (const { name, value } of term.fields) nameThingsIn(terms, value, `${path}.${name}`, literals);
      return;
    case 'option':
      nameThingsIn(terms, term.content, `${path}!`, literals);
      return;
    default:
      return;
  }
}
