import { ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Ending, GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import type { SmtRequest } from '@kirchhoff/kernel/smt/context';
import { type SmtQuery, smtQueries } from '@kirchhoff/kernel/smt/query';
import { ParsedScript } from '@kirchhoff/kernel/smt/script-evaluator';
import { type Moment, momentsOf } from '@kirchhoff/kernel/smt/trial';
import { tryQuery } from '@kirchhoff/kernel/smt/trials';
import type { Value } from '@kirchhoff/kernel/values/value';
import type { Program } from '@kirchhoff/language/program/program';
import { sampleInputs } from '@kirchhoff/prover/samples';
import { type AskedDomain, asked, isAt } from './asked.js';
import { programOf } from './outcome.js';

/** A state of a run: just after it passed a closure domain, or as it fails there. */
interface Held {
  readonly inputs: readonly Value[];
  readonly moment: Moment;
}

/** A closure domain, and the states of runs that its queries are compared with. */
export interface HeldQuestion extends AskedDomain {
  readonly passing: readonly Held[];
  readonly failing: readonly Held[];
}

/** Limits for the states that are kept for a closure domain, by type. */
export interface StateLimits {
  readonly inputs: number;
  readonly passing: number;
  readonly failing: number;
}

/** A query of a program, with the program's proof key. */
export interface Laid {
  readonly asked: AskedDomain;
  readonly query: SmtQuery;
  readonly seed: string;
}

/** Returns every possible query of a program, also of proven closure domains. */
export function allQueries(source: string): readonly Laid[] {
  const program = programOf(source);
  return asked(program).flatMap((each) => smtQueries(each.request).map((query) => ({ asked: each, query, seed: program.proofKey })));
}

/** Returns the contradictions between runs of `tryQuery` and all queries of a program. */
export function contradictionsOf(source: string, trials: number): readonly string[] {
  return allQueries(source).flatMap(
    ({ asked: { request, part }, query, seed }) => tryQuery(query, request, part, seed, trials).contradicted ?? [],
  );
}

/** In elementary steps: enough to make the longest text twice. */
const STEPS = 4_000_000;

/** Returns the closure domains of a program with possible queries, and states of its runs. No query is made here. */
export function questionsOf(program: Program, kept: StateLimits): readonly HeldQuestion[] {
  return asked(program).flatMap((question) => {
    const passing: Held[] = [];
    const failing: Held[] = [];
    const { core, graph } = question.request;
    const execute = runner(core);
    const pass = momentsOf(execute, question.part, question.request);
    let tried = 0;
    for (const inputs of sampleInputs(
      core,
      graph.parameters.map((parameter) => ofDomain(parameter.domain)),
    )) {
      tried += 1;
      if (tried > kept.inputs) break;
      const moments = passing.length < kept.passing ? pass(inputs, STEPS).moments : [];
      passing.push(...moments.slice(0, kept.passing - passing.length).map((moment) => ({ inputs, moment })));
      if (failing.length >= kept.failing) continue;
      const { ending, moment } = endOf(execute, question.part, graph, inputs);
      if (ending.type === 'fault' && isAt(ending.fault, question)) failing.push({ inputs, moment });
    }
    return passing.length + failing.length === 0 ? [] : [{ ...question, passing, failing }];
  });
}

/** Returns the end of a run, with the values of its nodes at that time. */
function endOf(
  execute: ReturnType<typeof runner>,
  part: GraphReference,
  whole: Graph,
  inputs: readonly Value[],
): { readonly ending: Ending; readonly moment: Moment } {
  const moment = whole.nodes.map((): Value | undefined => undefined);
  const isPart = (graph: GraphReference): boolean =>
    'graph' in graph ? 'graph' in part && graph.graph === part.graph : 'component' in part && graph.component === part.component;
  const ending = execute(part, inputs, {
    budget: STEPS,
    observer: (graph, node, value) => {
      if (isPart(graph)) moment[node] = value;
    },
  });
  return { ending, moment };
}

/**
 * Compares queries with runs, and throws if they disagree. A run that fails first at the closure domain must be a model of its
 * query. A run that passes must satisfy everything but the negated goal, and violate that, unless the goal is about list
 * elements.
 *
 * @returns The number of states that were compared with queries.
 */
export function holdQueries(questions: readonly HeldQuestion[]): number {
  let moments = 0;
  for (const { request, bare, passing, failing } of questions) {
    const queries = smtQueries(request);
    if (failing.length > 0 && queries.length === 0) throw new Error('no query');
    for (const query of [...queries, ...smtQueries(bare)]) {
      const own = new ParsedScript(query.text);
      const whole = withGoal(query);
      for (const { inputs, moment } of failing) expectNone('a run that fails', query.contradiction(inputs, moment, whole));
      for (const { inputs, moment } of passing) {
        expectNone('a run that passes', query.contradiction(inputs, moment, own));
        const isModel = query.contradiction(inputs, moment, whole) === null;
        if (isModel && queries.includes(query) && !hasElements(request)) throw new Error('a run that passes is a model');
      }
      moments += passing.length + failing.length;
    }
  }
  return moments;
}

/** Returns true for a port whose domain restricts elements. For elements that are not built, a query may contain too little. */
function hasElements({ graph, domain }: SmtRequest): boolean {
  if (domain.kind !== 'output') return false;
  return JSON.stringify(graph.outputs[domain.output]?.domain, (_, value: unknown) =>
    typeof value === 'bigint' ? 'integer' : value,
  ).includes('element');
}

function expectNone(run: string, contradicted: string | null): void {
  if (contradicted !== null) throw new Error(`${run} contradicts ${contradicted}`);
}

/** Returns the query in a form in which the negated goal counts as an ordinary assertion. */
function withGoal({ text }: SmtQuery): ParsedScript {
  return new ParsedScript(text.replaceAll(/^\(assert (.*)\)$/gm, '(assert (and $1))'));
}
