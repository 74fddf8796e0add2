import { runner } from '../evaluate/evaluate.js';
import { regionsOf } from '../graph/schedule.js';
import { weightsOf } from '../rules/weights.js';
import type { Dialect } from '../smt-lib/dialect.js';
import { not, TRUE_FORMULA } from '../smt-lib/formulas.js';
import { INTEGERS } from '../smt-lib/integers.js';
import { Script, TooLong } from '../smt-lib/script.js';
import { SIZE_BOUNDS, Terms } from '../smt-lib/terms.js';
import { VECTORS } from '../smt-lib/vectors.js';
import type { Value } from '../values/value.js';
import type { Context, SmtRequest } from './context.js';
import { canBeSaid, goalOf } from './goals.js';
import { GraphEncoder } from './graph-encoder.js';
import { Origins } from './origins.js';
import { declareParameters, nameThings } from './parameters.js';
import { formulaOf } from './reaching.js';
import { requiresBefore, sliceWithRequires } from './requires.js';
import { ParsedScript } from './script-evaluator.js';
import { contradiction, type Moment } from './trial.js';

/**
 * The encoder of closure domains as SMT queries. It is part of the trusted base where a closure domain is closed by a
 * solver, and is held to one rule: **whatever run there is that reaches the closure domain and fails at it, gives a
 * model of the query**. Then `unsat` means that there is none. Where that is kept, everything else may be rough:
 * more models only cost precision. It is kept as follows.
 *
 * - A run gives each node that it reaches one value (of a loop's body: those of any one time through it). Terms of
 *   nodes are total functions of these (`forms.ts` and the records of the monomers), equal to the reference implementations wherever the needs
 *   hold; operations without an exact form are constants of any value, one for each operation, tuple of typed
 *   arguments and type of result.
 * - Of a node, everything is asserted under the condition that its region is reached, since a run that does not reach
 *   it gives it no value (`graph-encoder.ts`). What is asserted: its claim; its need; the differences that the catalog
 *   vouches for. All of these rest on what is evaluated before. Nothing that is evaluated after the closure domain,
 *   and nothing of the node itself whose need is to be proven, is in the slice (`slice.ts`): operands, conditions and
 *   requires only. So of all closure domains that fail in a run the first has a model.
 * - Requires hold, but in a require only those before it. A call has returned: its requires and ensures hold.
 * - Vectors are as wide as the exact result of the operation on operands within their bounds, and cut to a claim only
 *   after the claim was asserted of the wide one (`vectors.ts`).
 * - Texts, bytes and lists are elements of sorts of which only equality and size are known, one sort for each type
 *   (`terms.ts`): the solver refuses a query in which terms of two types meet. Tags are integers; terms of two
 *   enumerations never meet (`Terms.equal`, `Terms.choose`), and a tag that an enumeration lacks ends the encoding.
 * - The formula of a goal holds only if the closure domain does (`goals.ts`, `preconditions.ts`); what cannot be said gives
 *   no query.
 */
export interface SmtQuery {
  readonly encoding: 'integers' | 'vectors';
  /** SMT-LIB 2: declarations, assertions, `(check-sat)`. */
  readonly text: string;
  /** Literal texts by constant: of a text that is parameter 0, a model has `p0.size`, and `p0.t1` for whether it is literal `t1`. */
  readonly literals: ReadonlyMap<string, string>;
  /**
   * The first assertion besides the negated goal that does not hold of a run that passed the closure domain; `null`
   * where all hold, as they must.
   *
   * @param moment The values of the nodes as the run has just passed the closure domain ({@link momentsOf}).
   * @param script Default: the text of this query, read once.
   */
  contradiction(inputs: readonly Value[], moment: Moment, script?: ParsedScript): string | null;
}

/** Beyond so many nodes no query is made. */
const MAX_NODES = 1_500;

/** In characters: a longer query is not asked. */
const MAX_QUERY_LENGTH = 262_144;

/** To encode a node takes so many times the work of a rule at it. */
const ENCODING = 4;

/** Besides those, so many of components. */
const MAX_INSIDE = 500;

/**
 * Returns the queries to try for a closure domain, the more promising encoding first; `unsat` for one of them proves it. Empty if
 * there is no encoding, or a too large one. The same request gives the same bytes.
 */
export function smtQueries(request: SmtRequest): readonly SmtQuery[] {
  if (!canBeSaid(request.graph, request.domain)) return [];
  const integers = encode(request, INTEGERS);
  if (integers === null) return [];
  if (!integers.context.hasArithmetic) return [integers.query];
  const vectors = encode(request, VECTORS);
  if (vectors === null) return [integers.query];
  return integers.context.combinesBits ? [vectors.query, integers.query] : [integers.query, vectors.query];
}

interface Encoded {
  readonly query: SmtQuery;
  readonly context: Context;
}

/** Null where the closure domain cannot be said, or not in as few nodes and characters as a query may have. */
function encode(request: SmtRequest, dialect: Dialect): Encoded | null {
  try {
    return encodeWhole(request, dialect);
  } catch (error) {
    if (error instanceof TooLong) return null;
    throw error;
  }
}

function encodeWhole(request: SmtRequest, dialect: Dialect): Encoded | null {
  const { graph } = request;
  const work = workOf(request);
  work(graph.nodes.length);
  const terms = new Terms(new Script(MAX_QUERY_LENGTH), dialect);
  const context: Context = {
    request,
    terms,
    origins: new Origins(),
    left: MAX_INSIDE,
    combinesBits: false,
    hasArithmetic: false,
  };
  const regionOf = regionsOf(graph);
  const goal = goalOf(graph, regionOf, request.domain);
  if (goal === null) return null;
  const reached = [goal.region, ...goal.others];
  const requires = requiresBefore(graph, regionOf, goal.region);
  const slice = sliceWithRequires({ graph, regionOf, most: MAX_NODES, meter: request.meter }, goal.roots, reached, requires);
  if (slice === null) return null;
  const weights = weightsOf(graph);
  work(slice.nodes.reduce((sum, node) => sum + ENCODING * (weights[node] ?? 1), 0));
  const parameters = declareParameters(context, graph, slice.nodes);
  const encoder = new GraphEncoder(context, graph, {
    parameters,
    base: () => TRUE_FORMULA,
    claim: (node) => request.claim(node),
    given: new Map(),
    depth: 0,
    call: null,
  });
  encoder.encode(slice.nodes);
  for (const require of slice.requires) terms.script.assert(TRUE_FORMULA, formulaOf(encoder.term(require)));
  const formula = goal.formula(encoder);
  if (formula === null) return null;
  terms.script.assert(TRUE_FORMULA, encoder.reach(goal.region));
  const negated = not(terms.formula(formula));
  terms.script.assert(TRUE_FORMULA, negated);
  const literals = nameThings(terms, parameters);
  const text = terms.script.text(dialect.sortOf(SIZE_BOUNDS));
  work(text.length);
  const execute = runner(request.core);
  let parsed: ParsedScript | undefined;
  const laidBeside: SmtQuery['contradiction'] = (given, moment, script) => {
    const { region, others } = goal;
    parsed ??= new ParsedScript(text);
    return contradiction(script ?? parsed, context, negated, { execute, inputs: given, moment, region, others });
  };
  return {
    context,
    query: {
      encoding: dialect.encoding,
      text,
      literals,
      contradiction: laidBeside,
    },
  };
}

/** Counts work for the place of the closure domain. */
function workOf({ graph, domain, meter }: SmtRequest): (steps: number) => void {
  const node = 'node' in domain ? domain.node : null;
  return (steps) => meter?.spend(steps, graph, node);
}
