import type { Picture } from '@kirchhoff/pictures';
import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Engine } from '../engine/client.js';
import type { DecisionAnswer, PolicyVerdict, RunAnswer, RunRequest, Verdict } from '../engine/protocol.js';
import { EXAMPLES } from '../syntax/examples.js';
import { Editor, type Mark } from './editor.js';
import { Inputs } from './playground-inputs.js';
import { GraphPicture } from './playground-picture.js';
import { Policy } from './playground-policy.js';
import { Result, type Shown, type SolverState } from './playground-result.js';
import { useWalk, WalkThrough } from './playground-walk.js';
import { fragmentOf, sourceOf } from './share.js';
// Vite makes a style sheet of it, which the page links to.
// oxlint-disable-next-line import/no-unassigned-import
import './playground.css';

/** A pause of this length in the typing starts a check. */
const PAUSE_MILLISECONDS = 150;

const EMPTY: Shown = { verdict: null, diagnostics: [], policy: null, broken: null };

function Playground({ first }: { readonly first: string }) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const published = useRef<HTMLInputElement>(null);
  const [shown, show] = useState<Shown>(EMPTY);
  const [picture, setPicture] = useState<Picture | null>(null);
  /** False while the picture shows an earlier source. */
  const [isDrawn, setDrawn] = useState(false);
  const [solver, setSolver] = useState<SolverState | null>(null);
  const [isWorking, setWorking] = useState(true);
  const [result, setResult] = useState<RunAnswer | null>(null);
  const [decision, setDecision] = useState<DecisionAnswer | null>(null);
  const [walk, goToStep] = useWalk(result);
  const [shared, setShared] = useState('');

  const engine = useMemo(
    () =>
      new Engine((answer) => {
        switch (answer.kind) {
          case 'loaded':
            if (editor.current !== null) editor.current.monomers = answer.monomers;
            return;
          case 'diagnostics':
            setWorking(false);
            setResult(null);
            show({ ...EMPTY, diagnostics: answer.diagnostics });
            editor.current?.mark(answer.diagnostics.map((each) => ({ ...each, message: withHint(each.message, each.hint) })));
            return;
          case 'policy':
            setWorking(false);
            setResult(null);
            setSolver(null);
            show({ ...EMPTY, policy: answer.policy });
            editor.current?.mark(marksOf(answer.policy));
            return;
          case 'verdict':
            setWorking(false);
            setDrawn(false);
            setSolver(null);
            show({ ...EMPTY, verdict: answer.verdict });
            editor.current?.mark(marksOf(answer.verdict));
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
            if (editor.current !== null) editor.current.wires = answer.wires;
            return;
          case 'picture':
            setPicture(answer.picture);
            setDrawn(true);
            return;
          case 'decision':
            setDecision(answer.answer);
            return;
          case 'run':
            setResult(answer.result);
        }
      }),
    [],
  );

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = (source: string): void => {
      setWorking(true);
      engine.ask({ kind: 'check', source });
    };
    if (place.current === null) return undefined;
    const made = new Editor(place.current, first, (source) => {
      clearTimeout(timer);
      timer = setTimeout(() => check(source), PAUSE_MILLISECONDS);
    });
    editor.current = made;
    check(first);
    return () => {
      clearTimeout(timer);
      made.view.destroy();
    };
  }, []);

  const step = walk?.walk.steps[walk.index];
  useEffect(() => editor.current?.point(step?.line ?? null, step?.value === null), [step]);

  const goTo = (line: number): void => editor.current?.goTo(line);
  const run = (request: RunRequest): void => engine.ask({ kind: 'run', source: editor.current?.source ?? '', ...request });
  const decide = (category: string, params: string): void =>
    engine.ask({ kind: 'decide', source: editor.current?.source ?? '', category, params });
  const share = async (): Promise<void> => {
    history.replaceState(null, '', await fragmentOf(editor.current?.source ?? ''));
    try {
      await navigator.clipboard.writeText(location.href);
      setShared('The link is copied.');
    } catch {
      // Without the permission, or on an address without TLS.
      setShared('The address of this page is the link.');
    }
  };
  const { verdict, policy } = shown;

  return (
    <>
      <div class="tools">
        <label>
          Example{' '}
          <select
            onChange={({ currentTarget }) => {
              const example = EXAMPLES[Number(currentTarget.value)];
              if (example !== undefined && editor.current !== null) editor.current.source = example.source;
            }}
          >
            {EXAMPLES.map(({ title }, index) => (
              <option key={title} value={index}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void share()}>
          Share
        </button>
        {verdict !== null && (
          <form method="post" action="/publish">
            <input type="hidden" name="source" ref={published} />
            <button
              type="submit"
              class="primary"
              onClick={() => {
                if (published.current !== null) published.current.value = editor.current?.source ?? '';
              }}
            >
              Publish…
            </button>
          </form>
        )}
        <span role="status">{shared}</span>
      </div>
      <div class="columns">
        <section aria-label="Source" class="source">
          <div class="editor" ref={place} />
        </section>
        <div class="result" aria-busy={isWorking}>
          <section aria-label="Result">
            <Result shown={shown} solver={solver} isWorking={isWorking} goTo={goTo} run={run} />
          </section>
          {policy !== null && <Policy key={actionsOf(policy)} policy={policy} answer={decision} decide={decide} goTo={goTo} />}
          {verdict !== null && <Inputs key={portsOf(verdict)} verdict={verdict} run={run} result={result} goTo={goTo} />}
          {verdict !== null && result !== null && walk !== null && <WalkThrough result={result} at={walk} onStep={goToStep} />}
          {verdict !== null && picture !== null && <GraphPicture picture={picture} name={verdict.name} at={isDrawn ? walk : null} />}
        </div>
      </div>
    </>
  );
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

async function start(): Promise<void> {
  const place = document.getElementById('playground');
  if (place === null) throw new Error('the page has no place for the playground');
  const shared = await sourceOf(location.hash);
  place.replaceChildren();
  render(<Playground first={shared ?? EXAMPLES[0]?.source ?? ''} />, place);
}

void start();
