import type { ClosureError } from '@kirchhoff/coherence';
import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Engine } from '../engine/client.js';
import type { ActionRequest, DecisionAnswer, DrawnGraph, PolicyVerdict, RunAnswer, RunRequest, Verdict } from '../engine/protocol.js';
import type { Walk } from '../runs/walk.js';
import { EXAMPLES } from '../syntax/examples.js';
import type { Mark } from './editor.js';
import { idle } from './idle.js';
import { Inputs } from './playground-inputs.js';
import { GraphPicture } from './playground-picture.js';
import { Policy } from './playground-policy.js';
import { Result, type Shown, type SolverState } from './playground-result.js';
import { beginSharing, keepWritten, showWritten } from './playground-share.js';
import { useWalk, WalkThrough } from './playground-walk.js';
import { SourceField } from './source-field.js';
// Vite makes a style sheet of it, which the page links to.
// oxlint-disable-next-line import/no-unassigned-import
import './playground.css';

/** A pause of this length in the typing starts a check. */
const PAUSE_MILLISECONDS = 150;

/** An answer about a source, with what was asked. */
interface Answered<Given> {
  readonly answer: Given;
  readonly asked: Asked;
}

interface Asked {
  readonly source: string;
  readonly request: RunRequest | ActionRequest;
}

const EMPTY: Shown = { verdict: null, diagnostics: [], policy: null, broken: null };

function Playground({ field }: { readonly field: SourceField }) {
  const [shown, show] = useState<Shown>(EMPTY);
  const [graph, setGraph] = useState<DrawnGraph | null>(null);
  /** False while the picture shows an earlier source. */
  const [isDrawn, setDrawn] = useState(false);
  const [solver, setSolver] = useState<SolverState | null>(null);
  const [isWorking, setWorking] = useState(true);
  const [lastResult, setResult] = useState<Answered<RunAnswer> | null>(null);
  const [lastDecision, setDecision] = useState<Answered<DecisionAnswer> | null>(null);
  /** The last run or decision that was asked for. An answer to an earlier question does not arrive. */
  const [asked, setAsked] = useState<Asked | null>(null);
  const lastAsked = useRef<Asked | null>(null);
  /** The finding that a person walks through: another object each time. */
  const [shownFinding, setFinding] = useState<ClosureError | null>(null);
  /** The action of a policy that the form asks about. */
  const [action, setAction] = useState('');
  const { verdict, policy } = shown;
  /** Returns false for an answer about an earlier source, or about other inputs than those of the form. */
  const isCurrent = (answered: Answered<unknown> | null): boolean =>
    !isWorking && answered !== null && answered.asked.source === field.source && isSame(answered.asked, asked);
  const result = isCurrent(lastResult) ? (lastResult?.answer ?? null) : null;
  const decision = isCurrent(lastDecision) ? (lastDecision?.answer ?? null) : null;
  const lastWalk = policy === null ? walkOfRun(lastResult?.answer ?? null) : walkOfDecision(lastDecision?.answer ?? null);
  const [walk, goToStep] = useWalk(lastWalk);
  const isWalkCurrent = isCurrent(policy === null ? lastResult : lastDecision);

  const engine = useMemo(
    () =>
      new Engine((answer) => {
        switch (answer.kind) {
          case 'loaded':
            field.monomers = answer.monomers;
            return;
          case 'diagnostics':
            setWorking(false);
            setResult(null);
            show({ ...EMPTY, diagnostics: answer.diagnostics });
            field.mark(answer.diagnostics.map((each) => ({ ...each, message: withHint(each.message, each.hint) })));
            return;
          case 'policy':
            setWorking(false);
            setResult(null);
            setFinding(null);
            setDecision(null);
            setDrawn(false);
            setSolver(null);
            show({ ...EMPTY, policy: answer.policy });
            field.mark(marksOf(answer.policy));
            return;
          case 'verdict':
            setWorking(false);
            setDrawn(false);
            setSolver(null);
            show({ ...EMPTY, verdict: answer.verdict });
            field.mark(marksOf(answer.verdict));
            return;
          case 'broken':
            setWorking(false);
            setResult(null);
            show({ ...EMPTY, broken: answer.reason });
            return;
          case 'begun':
            return;
          case 'solving':
            setSolver({ state: 'working' });
            return;
          case 'unsolved':
            setSolver({ state: 'out', reason: answer.reason });
            return;
          case 'wires':
            field.wires = answer.wires;
            return;
          case 'picture':
          case 'opened':
            setGraph(answer.graph);
            setDrawn(true);
            return;
          case 'decision':
            if (lastAsked.current !== null) setDecision({ answer: answer.answer, asked: lastAsked.current });
            return;
          case 'run':
            if (lastAsked.current !== null) setResult({ answer: answer.result, asked: lastAsked.current });
        }
      }),
    [],
  );

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = (source: string): void => {
      setWorking(true);
      // Browsers take few changes of the history in a second: that of the last key may be missing.
      keepWritten(source);
      engine.ask({ kind: 'check', source });
    };
    let isFirst = true;
    field.onChange = (source) => {
      clearTimeout(timer);
      isFirst = false;
      // The shown verdict is that of an earlier source from here on.
      setWorking(true);
      keepWritten(source);
      timer = setTimeout(() => check(source), PAUSE_MILLISECONDS);
    };
    // The page is painted before the engine takes its share of the machine.
    void idle().then(() => {
      if (isFirst) check(field.source);
    });
    return () => clearTimeout(timer);
  }, []);

  const step = isWalkCurrent ? walk?.walk.steps[walk.index] : undefined;
  useEffect(() => field.point(step?.line ?? null, step?.value === null), [step]);

  const goTo = (line: number): void => field.goTo(line);
  const askAbout = (request: RunRequest | ActionRequest): string => {
    const { source } = field;
    lastAsked.current = { source, request };
    setAsked(lastAsked.current);
    return source;
  };
  const run = (request: RunRequest): void => engine.ask({ kind: 'run', source: askAbout(request), ...request });
  const open = (part: string | null): void =>
    engine.ask({ kind: 'open', source: field.source, action: policy === null ? null : action, part });
  const decide = (request: ActionRequest): void => {
    setAction(request.category);
    engine.ask({ kind: 'decide', source: askAbout(request), ...request });
  };
  // The picture of a circuit comes with its verdict; that of a policy is the action's.
  useEffect(() => {
    if (policy !== null && action !== '') engine.ask({ kind: 'open', source: field.source, action, part: null });
  }, [policy, action]);

  return (
    <div class="result" aria-busy={isWorking}>
      <section aria-label="Result">
        <Result shown={shown} solver={solver} isWorking={isWorking} goTo={goTo} walkThrough={(found) => setFinding({ ...found })} />
      </section>
      {policy !== null && (
        <Policy key={actionsOf(policy)} policy={policy} finding={shownFinding} answer={decision} decide={decide} goTo={goTo} />
      )}
      {verdict !== null && <Inputs key={portsOf(verdict)} verdict={verdict} finding={shownFinding} run={run} result={result} goTo={goTo} />}
      {walk !== null && <WalkThrough title={titleOf(policy, walk.walk)} at={walk} isCurrent={isWalkCurrent} onStep={goToStep} />}
      {verdict !== null && graph?.action === null && (
        <GraphPicture graph={graph} name={verdict.name} at={isDrawn && isWalkCurrent ? walk : null} open={open} />
      )}
      {policy !== null && graph?.action === action && (
        <GraphPicture graph={graph} name={action} at={isDrawn && isWalkCurrent ? walk : null} open={open} />
      )}
    </div>
  );
}

function isSame(first: Asked, second: Asked | null): boolean {
  return first === second || (first.source === second?.source && JSON.stringify(first.request) === JSON.stringify(second.request));
}

function walkOfRun(result: RunAnswer | null): Walk | null {
  return result === null || result.type === 'refused' ? null : result.walk;
}

function walkOfDecision(answer: DecisionAnswer | null): Walk | null {
  return answer?.type === 'decided' ? answer.walk : null;
}

/** The last step of a run that fails has no value. */
function titleOf(policy: PolicyVerdict | null, { steps }: Walk): string {
  if (steps.at(-1)?.value === null) return 'How it fails, value by value';
  return policy === null ? 'The run, value by value' : 'The decision, value by value';
}

function withHint(message: string, hint: string | undefined): string {
  return hint === undefined ? message : `${message}\n${hint}`;
}

function marksOf({ errors, warnings }: Pick<Verdict, 'errors' | 'warnings'>): readonly Mark[] {
  return [
    ...errors.map((error): Mark => ({ ...error, severity: 'error' })),
    ...warnings.map((warning): Mark => ({ ...warning, message: withHint(warning.message, warning.hint) })),
  ];
}

/** Policies with the same actions share their form. */
function actionsOf({ actions }: PolicyVerdict): string {
  return actions.map(({ category, params }) => `${category}: ${params.map(({ name, text }) => `${name} ${text}`).join()}`).join('\n');
}

/** Circuits with the same ports share their form. */
function portsOf({ inputs }: Verdict): string {
  return inputs.map(({ name, text }) => `${name}: ${text}`).join('\n');
}

function find<Found extends Element>(place: ParentNode, selector: string, type: new () => Found): Found {
  const found = place.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}

async function start(): Promise<void> {
  const page = find(document, '#playground', HTMLElement);
  const field = new SourceField(find(page, '.editor', HTMLElement));
  const examples = find(page, '[data-examples]', HTMLSelectElement);
  examples.addEventListener('change', () => {
    field.source = EXAMPLES[Number(examples.value)]?.source ?? '';
  });
  examples.disabled = false;
  const notice = find(page, '[data-notice]', HTMLElement);
  showWritten({ field, notice });
  await beginSharing({ field, button: find(page, '[data-share]', HTMLButtonElement), notice });
  const place = find(page, '[data-result]', HTMLElement);
  place.replaceChildren();
  render(<Playground field={field} />, place);
  field.begin();
  if (!new URLSearchParams(location.search).has('check')) return;
  const { checkCertificate } = await import('./playground-certificate.js');
  await checkCertificate(find(page, '[data-certificate]', HTMLElement), field);
}

void start();
