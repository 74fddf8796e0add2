import { runner } from '../evaluate/evaluate.js';
import { regionsOf } from '../graph/schedule.js';
import { weightsOf } from '../rules/weights.js';
import type { Dialect } from '../smt-lib/dialect.js';
import { not, TRUE_FORMULA } from '../smt-lib/formulas.js';
import { INTEGERS } from '../smt-lib/integers.js';
import { Script, ScriptTooLong } from '../smt-lib/script.js';
import { SIZE_BOUNDS, Terms } from '../smt-lib/terms.js';
import { VECTORS } from '../smt-lib/vectors.js';
import type { Value } from '../values/value.js';
import type { QueryContext, SmtRequest } from './context.js';
import { canBeSaid, goalOf } from './goals.js';
import { GraphEncoder } from './graph-encoder.js';
import { Origins } from './origins.js';
import { declareParameters, nameThings } from './parameters.js';
import { formulaOf } from './reaching.js';
import { requiresBefore, sliceWithRequires } from './requires.js';
import { ParsedScript } from './script-evaluator.js';
import { contradiction, type Moment } from './trial.js';

/**
 * The encoder of closure domains as SMT queries. It is trusted if a solver closes a closure domain, and obeys one rule: **every
 * run that reaches the closure domain and fails there gives a model of the query**. Then `unsat` means that there is no such run.
 * All else may be imprecise: additional models only cost precision. The rule holds for these reasons.
 *
 * - A run gives each node that it reaches one value (in a loop's body: the value of any one iteration). Terms of nodes
 *   are total functions of these values (`forms.ts` and the records of the monomers). They equal the reference
 *   implementations if the preconditions hold. An operation without an exact form is a constant of any value. There is
 *   one such constant for each operation, tuple of typed arguments and type of result.
 * - Every assertion about a node has the condition that its region is reached, since a run gives no value to a node that
 *   it does not reach (`graph-encoder.ts`). Asserted are its claim, its precondition, and the differences that the
 *   catalog guarantees. All of these rest on earlier evaluations. The slice (`slice.ts`) has operands, conditions and
 *   requires only. It contains no node that is evaluated after the closure domain, and no fact of the node whose
 *   precondition is to be proven. So the first closure domain that fails in a run has a model.
 * - Requires hold; inside a require, only those before it. A call has returned: its requires and ensures hold.
 * - Vectors are as wide as the exact result of the operation on operands within their bounds. They are cut to a claim
 *   only after the claim was asserted of the wide vector (`vectors.ts`).
 * - Texts, bytes and lists are elements of sorts with only equality and size, one sort for each type (`terms.ts`). Beside that,
 *   the elements of a list may be known as terms: of a literal list, of a parameter of one length (`hasItems`), of a list after
 *   SET, of SORT for at most eight integers, and of a choice between two such lists of one length. They are the elements in every
 *   run that reaches the list. The solver rejects a query that combines terms of two types. Tags are integers. Terms of two
 *   enumerations are never combined (`Terms.equal`, `Terms.choose`), and a tag that an enumeration lacks ends the encoding.
 * - The formula of a goal implies the closure domain (`goals.ts`, `preconditions.ts`). A goal without a formula gives no
 *   query.
 */
export interface SmtQuery {
  readonly encoding: 'integers' | 'vectors';
  /** SMT-LIB 2: declarations, assertions, `(check-sat)`. */
  readonly text: string;
  /**
   * Literal texts by constant. For a parameter 0 of type text, a model has `p0.size`, and `p0.t1`, which is true if the parameter
   * is literal `t1`.
   */
  readonly literals: ReadonlyMap<string, string>;
  /**
   * Returns the first assertion besides the negated goal that is false for a run that passed the closure domain. `null` if all of
   * them hold, as they must.
   *
   * @param moment The values of the nodes just after the run passed the closure domain ({@link momentsOf}).
   * @param script Default: the text of this query, parsed once.
   */
  contradiction(inputs: readonly Value[], moment: Moment, script?: ParsedScript): string | null;
}

/** Limit for the nodes and match arms in the slice of a query. */
const MAX_NODES = 1_500;

/** Maximal length of a query, in characters; the solver does not get a longer one. */
const MAX_QUERY_LENGTH = 262_144;

/** The work of encoding a node, as a multiple of the work of a rule at it. */
const ENCODING = 4;

/** Limit for the nodes of components in a query, in addition to `MAX_NODES`. */
const MAX_INSIDE = 500;

/**
 * Returns the queries to try for a closure domain, the more promising encoding first; `unsat` for one of them proves it. Empty if
 * the domain has no encoding, or one that is too large. The same request gives the same bytes.
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
  readonly context: QueryContext;
}

/** Returns `null` if the closure domain has no formula, or if its query exceeds the limits for nodes and characters. */
function encode(request: SmtRequest, dialect: Dialect): Encoded | null {
  try {
    return encodeWhole(request, dialect);
  } catch (error) {
    if (error instanceof ScriptTooLong) return null;
    throw error;
  }
}

function encodeWhole(request: SmtRequest, dialect: Dialect): Encoded | null {
  const { graph } = request;
  const work = workOf(request);
  work(graph.nodes.length);
  const terms = new Terms(new Script(MAX_QUERY_LENGTH), dialect);
  const context: QueryContext = {
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

/** Returns a function that counts work at the node of the closure domain. */
function workOf({ graph, domain, meter }: SmtRequest): (steps: number) => void {
  const node = 'node' in domain ? domain.node : null;
  return (steps) => meter?.spend(steps, graph, node);
}
