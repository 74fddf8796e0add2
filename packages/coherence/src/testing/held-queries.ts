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
import { type Asked, asked, isAt } from './asked.js';
import { programOf } from './outcome.js';

/** A moment of a run: as it has just passed a closure domain, or as it fails there. */
interface Held {
  readonly inputs: readonly Value[];
  readonly moment: Moment;
}

/** A closure domain, and the moments of runs that its queries are held to. */
export interface Question extends Asked {
  readonly passing: readonly Held[];
  readonly failing: readonly Held[];
}

/** Number of kept moments of each type for a closure domain. */
export interface Kept {
  readonly inputs: number;
  readonly passing: number;
  readonly failing: number;
}

/** A query of a program, with the proof key of that. */
export interface Laid {
  readonly asked: Asked;
  readonly query: SmtQuery;
  readonly seed: string;
}

/** Every query that can be made of a program, of proven closure domains too. */
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

/** The closure domains of a program of which queries can be made, with moments of its runs. No query is made here. */
export function questionsOf(program: Program, kept: Kept): readonly Question[] {
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
 * Throws where a query is not what it has to be. A run that fails at the closure domain first has to be a model of it. A run
 * that passes has to be one but for the negated goal, which it denies unless that speaks of the elements of a list.
 *
 * @returns How many moments were laid beside queries.
 */
export function holdQueries(questions: readonly Question[]): number {
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

/** True for a port whose domain says what elements are: of those that are not built, a query may know too little. */
function hasElements({ graph, domain }: SmtRequest): boolean {
  if (domain.kind !== 'output') return false;
  return JSON.stringify(graph.outputs[domain.output]?.domain, (_, value: unknown) =>
    typeof value === 'bigint' ? 'integer' : value,
  ).includes('element');
}

function expectNone(run: string, contradicted: string | null): void {
  if (contradicted !== null) throw new Error(`${run} contradicts ${contradicted}`);
}

/** The same query, in words by which the negated goal is not told from what else is asserted: it counts too. */
function withGoal({ text }: SmtQuery): ParsedScript {
  return new ParsedScript(text.replaceAll(/^\(assert (.*)\)$/gm, '(assert (and $1))'));
}
