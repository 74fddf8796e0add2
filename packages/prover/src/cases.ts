import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import type { CaseProof, CaseSplit, Evidence, InlinedProof } from '@kirchhoff/kernel/certificate/format';
import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import type { ClosureDomain } from '@kirchhoff/kernel/graph/closure-domains';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { inlined, inlinedDomains, type Loops } from '@kirchhoff/kernel/graph/inline';
import { allInputsHold } from '@kirchhoff/kernel/rules/exhaustion';
import { OutOfWork } from '@kirchhoff/kernel/rules/meter';
import { parameterViews } from '@kirchhoff/kernel/rules/parameters';
import { type Split, splitsOf, valuesOf } from './case-splits.js';
import { failsOnSamples } from './counterexamples.js';
import type { Effort } from './linear/effort.js';
import { LinearObligations } from './linear/obligations.js';
import type { ProvingMeter } from './meter.js';
import { UNKNOWN } from './operand-facts.js';
import { type DomainFinding, isProvable, Pass, type ProvableDomain } from './pass.js';
import type { Stop } from './stop.js';
import { closeBySums, openOf, POLYNOMIAL_STEPS, type SumTask } from './sums.js';
import { splittingThresholdsOf } from './thresholds.js';
import type { ProvingWork } from './work.js';

/** Limits for case splitting: the number of passes over a graph, and the nodes that all passes visit. */
const MAX_PASSES = 400;
const MAX_VISITS = 400_000;
const MAX_DEPTH = 40;
/** The share of the work on sums of inequalities that is reserved for the graph with unrolled loops. */
const WRITTEN_OUT = 1 / 2;
/** The share of the work on sums of inequalities that a plain search may take: a wide one for loops comes after it. */
const PLAIN = 2 / 3;

/** The evidence for the closure domains of a graph, and the pass whose claims it uses. */
interface Found {
  readonly pass: Pass;
  readonly findings: readonly DomainFinding[];
}

interface Closing extends Found {
  readonly cases: CaseSplit | null;
  readonly inlined: InlinedProof | null;
}

/**
 * Tries to close the domains that one pass left open. Linear refutations come first, over the graph and over the graph without
 * calls. Then every input is run if there are few. Otherwise the parameters are split into cases until a pass closes each case.
 * Then come linear refutations for each value of a parameter that has few. A thorough search for linear refutations comes last.
 * The search stops early if the circuit is open in any case, or if some input fails.
 */
export function closeRest(task: SumTask, part: GraphReference, first: Found): Closing {
  const { core, graph, work } = task;
  const left = first.findings.filter(({ evidence }) => evidence === null);
  if (left.length === 0 || !left.every(({ domain }) => isProvable(domain)) || isUnproduced(graph))
    return { ...first, cases: null, inlined: null };
  if (failsOnSamples(core, part, graph, work.samples)) return { ...first, cases: null, inlined: null };
  const ofPlain = { ...work, linear: work.linear.share(PLAIN * work.linear.left) };
  const plain = closeInSums({ ...task, work: ofPlain }, first, first, 'plain');
  work.stop ??= ofPlain.stop;
  const isOpen = openOf(plain.inside.findings) > 0 && graph.nodes.some(({ op }) => op === 'loop' || op === 'fold');
  const wide = isOpen ? closeInSums(task, first, plain.linear, 'wide') : plain;
  const inside = openOf(wide.inside.findings) < openOf(plain.inside.findings) ? wide.inside : plain.inside;
  const byCases = unlessOver(work, 'cases', inside, () => closeByCases(task, part, inside));
  if (openOf(byCases.findings) === 0) return byCases;
  const byValues = unlessOver(withoutReport(work), 'cases', byCases, () => closeByValues(task, byCases));
  if (openOf(byValues.findings) === 0) return byValues;
  const before = wide.inside === inside ? wide.linear : plain.linear;
  const last = { ...task, work: { ...withoutReport(work), linear: shareOfRest(work.thorough, work) } };
  const thorough = closeInSums(last, first, before, 'thorough').inside;
  return openOf(thorough.findings) < openOf(byCases.findings) ? thorough : byCases;
}

/** Returns a share of a meter that leaves half of the whole work to the graphs that follow. */
function shareOfRest(meter: ProvingMeter, work: ProvingWork): ProvingMeter {
  return meter.share(Math.min(meter.left, work.whole.left / 2));
}

/** Returns the same work for searches whose limits are no reason to report: few programs need these searches. */
function withoutReport(work: ProvingWork): ProvingWork {
  return { ...work, stop: null };
}

/**
 * Tries sums of inequalities over the graph, and for what is left open without calls and loops.
 *
 * @param before the result of an earlier search over the graph, which is kept unless this one closes more
 */
function closeInSums(task: SumTask, first: Found, before: Found, effort: Effort): { readonly linear: Found; readonly inside: Closing } {
  const { core, graph, work } = task;
  const isLooping = inlined(core, graph, 'written_out') !== null;
  // A wide search takes all steps that it gets, and with calls it often needs the bodies of components, or what they promise.
  const isCalling = isPromised(task) || (effort === 'wide' && graph.nodes.some(({ op }) => op === 'call'));
  const reserve = isLooping || isCalling ? WRITTEN_OUT * work.linear.left : 0;
  const found = unlessOver(work, 'sums', before, () => closeLinearly(task, first, effort, reserve));
  const linear = openOf(found.findings) < openOf(before.findings) ? found : before;
  const closing = { ...linear, cases: null, inlined: null };
  const inside = unlessOver(work, 'sums', closing, () => closeWithoutCalls(task, linear, effort, isLooping ? reserve : 0));
  return { linear, inside };
}

/** Returns the earlier result if the additional search exceeds its work; throws if the whole work is used up. */
function unlessOver<T>(work: ProvingWork, part: Stop, before: T, more: () => T): T {
  try {
    return more();
  } catch (error) {
    if (!(error instanceof OutOfWork) || work.whole.isOver) throw error;
    work.stop ??= part;
    return before;
  }
}

/** Tries sums of inequalities for the domains that the first pass left open. */
function closeLinearly(task: SumTask, first: Found, effort: Effort, reserve: number): Found {
  const domains = first.findings.flatMap(({ domain }) => (isProvable(domain) ? [domain] : []));
  const { pass, findings } = closeBySums(task, domains, 'kept', effort, reserve);
  if (openOf(findings) >= openOf(first.findings)) return first;
  // The evidence of one pass is not valid with the claims of another.
  const found = new Map<ClosureDomain, DomainFinding>(findings.map((finding) => [finding.domain, finding]));
  return { pass, findings: first.findings.map((finding) => found.get(finding.domain) ?? finding) };
}

/**
 * Tries sums of inequalities for the open domains over graphs without calls, one form after another, as long as some remain open.
 * Returns the result that leaves fewer domains open.
 */
function closeWithoutCalls(task: SumTask, found: Found, effort: Effort, reserve: number): Closing {
  let best: Closing = { ...found, cases: null, inlined: null };
  for (const loops of formsFor(task, found, effort)) {
    if (openOf(best.findings) === 0) break;
    const closing = closeInlined(task, found, loops, effort, reserveAfter(task, loops, effort, reserve));
    if (closing !== null && openOf(closing.findings) < openOf(best.findings)) best = closing;
  }
  return best;
}

/**
 * The bodies of components in place of the calls, with the conditions of calls if one of these is open; then with the ensures of
 * components too, if there are any; last, loops unrolled as well. A wide search goes to the ensures at once.
 */
function formsFor(task: SumTask, found: Found, effort: Effort): readonly Loops[] {
  const isCallOpen = found.findings.some(({ domain, evidence }) => evidence === null && domain.kind === 'contract' && domain.of === 'call');
  const called = isCallOpen ? 'kept_with_requires' : 'kept';
  if (!isPromised(task)) return [called, 'written_out'];
  return effort === 'plain' ? [called, 'kept_with_contracts', 'written_out'] : ['kept_with_contracts', 'written_out'];
}

/** The work that a form leaves to those after it: half of it to the ensures of components, and the reserve to unrolled loops. */
function reserveAfter(task: SumTask, loops: Loops, effort: Effort, reserve: number): number {
  if (loops === 'written_out') return 0;
  const isBeforeEnsures = isPromised(task) && effort === 'plain' && loops !== 'kept_with_contracts';
  return isBeforeEnsures ? reserve + (task.work.linear.left - reserve) / 2 : reserve;
}

/** Returns true for a graph that calls a component with ensures. */
function isPromised({ core, graph }: SumTask): boolean {
  return graph.nodes.some((node) => node.op === 'call' && (core.components[node.component]?.ensures.length ?? 0) > 0);
}

function closeInlined(task: SumTask, found: Found, loops: Loops, effort: Effort, reserve: number): Closing | null {
  const made = inlined(task.core, task.graph, loops);
  if (made === null) return null;
  const asked = found.findings.flatMap(({ evidence, domain }) => {
    const there = evidence === null ? inlinedDomains(domain, made) : null;
    return there?.every(isProvable) ? [{ domain, there }] : [];
  });
  const domains = asked.flatMap(({ there }) => there);
  const { pass, findings } = closeBySums({ ...task, graph: made.graph }, domains, loops, effort, reserve);
  const evidenceOf = new Map(findings.map(({ domain, evidence }) => [domain, evidence]));
  const closed = new Map(
    asked.flatMap(({ domain, there }) => {
      const evidence = there.flatMap((each) => evidenceOf.get(each) ?? []);
      return evidence.length === there.length ? [[domain, evidence] as const] : [];
    }),
  );
  if (closed.size === 0) return null;
  return {
    ...found,
    findings: found.findings.map((finding) => (closed.has(finding.domain) ? { ...finding, evidence: INLINED, known: UNKNOWN } : finding)),
    cases: null,
    inlined: { loops, proof: { ...pass.search.proof(), closure: [...closed.values()].flat() } },
  };
}

const INLINED: Evidence = { by: 'inlined' };

function closeByCases(task: SumTask, part: GraphReference, found: Closing): Closing {
  const { core, graph, work } = task;
  const open = found.findings.flatMap(({ evidence, domain }) => (evidence === null && isProvable(domain) ? [domain] : []));
  if (open.length === 0) return found;
  if (allInputsHold(core, part, graph, work.cases)) return { ...found, findings: closeAll(found.findings, { by: 'exhaustion' }) };
  const cases = new CaseSearch(task, open).split(parameterViews(graph), 0);
  if (cases === null || !('parameter' in cases)) return found;
  return { ...found, findings: closeAll(found.findings, { by: 'cases' }), cases };
}

/** Tries sums of inequalities for each single value of a parameter that has few; the same result if a value leaves a domain open. */
function closeByValues(task: SumTask, found: Closing): Closing {
  const open = found.findings.flatMap(({ evidence, domain }) => (evidence === null && isProvable(domain) ? [domain] : []));
  const views = parameterViews(task.graph);
  const whole = shareOfRest(task.work.values, task.work);
  for (const split of valuesOf(views)) {
    const meter = whole.share(whole.left / 2);
    try {
      const cases = valueCases(task, open, views, split, meter);
      if (cases !== null) return { ...found, findings: closeAll(found.findings, { by: 'cases' }), cases };
    } catch (error) {
      if (!(error instanceof OutOfWork) || whole.isOver) throw error;
    }
  }
  return found;
}

/** Returns a proof for each part of a split; null if a part leaves a domain open. */
function valueCases(
  { core, graph, summaries }: SumTask,
  open: readonly ProvableDomain[],
  views: readonly AbstractValue[],
  { parameter, parts }: Split,
  meter: ProvingMeter,
): CaseSplit | null {
  const asked = new Set(open.flatMap((domain) => ('node' in domain ? [domain.node] : [])));
  const proven: CaseSplit['parts'][number][] = [];
  for (const view of parts) {
    meter.spend(POLYNOMIAL_STEPS * graph.nodes.length, graph, null);
    const obligations = new LinearObligations(meter, meter.left, 'plain');
    const pass = new Pass(core, graph, views.with(parameter, view), summaries, meter, obligations, asked);
    const closure = open.flatMap((domain) => pass.find(domain).evidence ?? []);
    if (closure.length < open.length) return null;
    proven.push({ view, proof: { ...pass.search.proof(), closure } });
  }
  return { parameter, parts: proven };
}

function isUnproduced(graph: Graph): boolean {
  return graph.outputs.some(({ node }) => node === null);
}

function closeAll(findings: readonly DomainFinding[], evidence: Evidence): readonly DomainFinding[] {
  return findings.map((finding) => (finding.evidence === null ? { ...finding, evidence, known: UNKNOWN } : finding));
}

/** Splits cases depth first; gives up all cases if the budget is used up. */
class CaseSearch {
  private passes = 0;
  private readonly thresholds;

  constructor(
    private readonly task: SumTask,
    private readonly open: readonly ProvableDomain[],
  ) {
    this.thresholds = splittingThresholdsOf(task.graph);
  }

  split(views: readonly AbstractValue[], depth: number): CaseSplit | CaseProof | null {
    const pass = this.pass(views);
    if (pass === null) return null;
    const evidence = this.open.flatMap((domain) => pass.find(domain).evidence ?? []);
    if (evidence.length === this.open.length) return this.proofOf(pass, evidence);
    if (depth >= MAX_DEPTH) return null;
    const choice = this.choose(pass, views, this.open.length - evidence.length);
    if (choice === null) return null;
    const parts: { view: AbstractValue; proof: CaseSplit | CaseProof }[] = [];
    for (const view of choice.parts) {
      const proof = this.split(views.with(choice.parameter, view), depth + 1);
      if (proof === null) return null;
      parts.push({ view, proof });
    }
    return { parameter: choice.parameter, parts };
  }

  private pass(views: readonly AbstractValue[]): Pass | null {
    const { core, graph, summaries, work } = this.task;
    this.passes += 1;
    if (this.passes > MAX_PASSES || this.passes * graph.nodes.length > MAX_VISITS) return null;
    return new Pass(core, graph, views, summaries, work.cases);
  }

  private proofOf(pass: Pass, closure: readonly Evidence[]): CaseProof {
    return { ...pass.search.proof(), closure };
  }

  /** Returns the candidate split that leaves the fewest domains open; the first of equals. */
  private choose(
    pass: Pass,
    views: readonly AbstractValue[],
    left: number,
  ): { readonly parameter: number; readonly parts: readonly AbstractValue[] } | null {
    const candidates = splitsOf(pass.search.parameterViews(), views, this.thresholds);
    const [first, ...others] = candidates;
    if (first === undefined || others.length === 0) return first ?? null;
    let best = { choice: first, open: Number.POSITIVE_INFINITY };
    for (const choice of candidates) {
      let open = 0;
      for (const view of choice.parts) {
        const tried = this.pass(views.with(choice.parameter, view));
        if (tried === null) return null;
        open += this.open.filter((domain) => tried.find(domain).evidence === null).length;
      }
      if (open < best.open) best = { choice, open };
      if (open === 0) break;
    }
    return best.open < 2 * left ? best.choice : first;
  }
}
