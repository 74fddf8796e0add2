import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Engine } from '../engine/client.js';
import type { Answer, RunAnswer, Verdict } from '../engine/protocol.js';
import { Editor, type Mark } from './editor.js';
import { EXAMPLES } from './examples.js';
import { fragmentOf, sourceOf } from './share.js';
// Vite makes a style sheet of it, which the page links to.
// oxlint-disable-next-line import/no-unassigned-import
import './playground.css';

/** A pause of this length in the typing starts a check. */
const PAUSE_MILLISECONDS = 150;

interface Shown {
  readonly verdict: Verdict | null;
  readonly diagnostics: Extract<Answer, { kind: 'diagnostics' }>['diagnostics'];
  readonly picture: string | null;
  readonly policy: Extract<Answer, { kind: 'policy' }> | null;
}

const EMPTY: Shown = { verdict: null, diagnostics: [], picture: null, policy: null };

function Playground({ first }: { readonly first: string }) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const [shown, show] = useState<Shown>(EMPTY);
  const [isWorking, setWorking] = useState(true);
  const [result, setResult] = useState<RunAnswer | null>(null);
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
            show((before) => ({ ...before, verdict: null, policy: null, diagnostics: answer.diagnostics }));
            editor.current?.mark(answer.diagnostics.map((each) => ({ ...each, message: withHint(each.message, each.hint) })));
            return;
          case 'policy':
            setWorking(false);
            show({ ...EMPTY, policy: answer });
            editor.current?.mark(answer.errors.map((error): Mark => ({ ...error, severity: 'error' })));
            return;
          case 'verdict':
            setWorking(false);
            show((before) => ({ ...EMPTY, verdict: answer.verdict, picture: before.picture }));
            editor.current?.mark([
              ...answer.verdict.errors.map((error): Mark => ({ ...error, severity: 'error' })),
              ...answer.verdict.warnings.map((warning): Mark => ({ ...warning, message: withHint(warning.message, warning.hint) })),
            ]);
            return;
          case 'picture':
            show((before) => ({ ...before, picture: answer.svg }));
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
      setResult(null);
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

  const goTo = (line: number): void => editor.current?.goTo(line);
  const run = (inputs: string): void => engine.ask({ kind: 'run', source: editor.current?.source ?? '', inputs });
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
        <span role="status">{shared}</span>
      </div>
      <div class="columns">
        <section aria-label="Source">
          <div class="editor" ref={place} />
        </section>
        <section aria-label="Result" class="result" aria-busy={isWorking}>
          <Result shown={shown} isWorking={isWorking} goTo={goTo} />
          {shown.verdict !== null && <RunForm key={portsOf(shown.verdict)} verdict={shown.verdict} run={run} result={result} goTo={goTo} />}
          {shown.picture !== null && shown.verdict !== null && <Picture svg={shown.picture} name={shown.verdict.name} />}
        </section>
      </div>
    </>
  );
}

function withHint(message: string, hint: string | undefined): string {
  return hint === undefined ? message : `${message}\n${hint}`;
}

function portsOf({ inputs }: Verdict): string {
  return inputs.map(({ name, text }) => `${name}: ${text}`).join('\n');
}

interface ResultProps {
  readonly shown: Shown;
  readonly isWorking: boolean;
  readonly goTo: (line: number) => void;
}

function Result({ shown, isWorking, goTo }: ResultProps) {
  const { verdict, diagnostics, policy } = shown;
  if (diagnostics.length > 0) {
    return (
      <div role="status">
        <h2 class="wrong">Not a program yet</h2>
        <Findings
          findings={diagnostics.map(({ line, message, hint }) => ({ line, message, hint, counterexample: undefined }))}
          goTo={goTo}
        />
      </div>
    );
  }
  if (policy !== null) {
    return (
      <div role="status">
        <h2 class={policy.certified ? 'closed' : 'open'}>{policy.certified ? 'Closed: every action has a proven verdict' : 'Open'}</h2>
        <Findings findings={policy.errors} goTo={goTo} />
      </div>
    );
  }
  if (verdict === null) return <p role="status">{isWorking ? 'The engine is loading.' : 'There is no source.'}</p>;
  return (
    <div role="status">
      <h2 class={verdict.certified ? 'closed' : 'open'}>
        {verdict.certified
          ? `Closed: phi_c = 1.0, proven by the ${GRADES[verdict.assurance ?? 'kernel']}`
          : `Open: phi_c = ${verdict.phi_c}`}
      </h2>
      <p>
        {verdict.closure_domains.filter((each) => each.verdict === 'verified').length} of {verdict.closure_domains.length} obligations are
        proven. A run takes at most {verdict.worst_case_cost.toLocaleString('en')} units of cost.
      </p>
      <Findings findings={verdict.errors} goTo={goTo} />
      {verdict.promises.length > 0 && (
        <>
          <h3>Promises</h3>
          <ul>
            {verdict.promises.map((promise) => (
              <li key={promise}>
                <code>{promise}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const GRADES = { kernel: 'rules of the checker', exhaustive: 'rules, and runs of every input', solver: 'rules and a solver' } as const;

interface Finding {
  readonly line: number;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly counterexample?: Readonly<Record<string, unknown>> | undefined;
}

function Findings({ findings, goTo }: { readonly findings: readonly Finding[]; readonly goTo: (line: number) => void }) {
  return (
    <ul class="findings">
      {findings.map(({ line, message, hint, counterexample }) => (
        <li key={`${line} ${message}`}>
          <button type="button" class="line" onClick={() => goTo(line)}>
            line {line}
          </button>{' '}
          {message}
          {hint !== undefined && <p class="hint">{hint}</p>}
          {counterexample !== undefined && (
            <p class="counterexample">
              It fails for{' '}
              {Object.entries(counterexample).map(([name, value]) => (
                <code key={name}>
                  {name} = {JSON.stringify(value)}
                </code>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface RunFormProps {
  readonly verdict: Verdict;
  readonly run: (inputs: string) => void;
  readonly result: RunAnswer | null;
  readonly goTo: (line: number) => void;
}

/** A form with a field for each input. Fields have JSON, so that each domain has one. */
function RunForm({ verdict, run, result, goTo }: RunFormProps) {
  const counterexample = verdict.errors.find(
    (error) => error.counterexample !== undefined && error.component === undefined,
  )?.counterexample;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const valueOf = (name: string): string => values[name] ?? (counterexample === undefined ? '' : JSON.stringify(counterexample[name]));
  const submit = (): void => {
    const members = verdict.inputs.map(({ name }) => [name, valueOf(name).trim()] as const).filter(([, value]) => value !== '');
    run(`{${members.map(([name, value]) => `${JSON.stringify(name)}:${asJson(value)}`).join(',')}}`);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h3>Run it</h3>
      {verdict.inputs.map(({ name, text }) => (
        <label key={name}>
          <span>
            <code>{name}</code> <small>{text}</small>
          </span>
          <input
            name={name}
            autocomplete="off"
            spellcheck={false}
            value={valueOf(name)}
            onInput={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [name]: value }))}
          />
        </label>
      ))}
      <button type="submit">Run</button>
      <RunResult result={result} goTo={goTo} />
    </form>
  );
}

/** A text without quotes is meant as a text. */
function asJson(value: string): string {
  try {
    JSON.parse(value);
    return value;
  } catch {
    // Not JSON.
    return JSON.stringify(value);
  }
}

function RunResult({ result, goTo }: { readonly result: RunAnswer | null; readonly goTo: (line: number) => void }) {
  switch (result?.type) {
    case undefined:
      return <output />;
    case 'outputs':
      return (
        <output>
          {Object.entries(result.outputs).map(([name, value]) => (
            <code key={name}>
              {name} = {JSON.stringify(value)}
            </code>
          ))}
        </output>
      );
    case 'refused':
      return (
        <output class="open">
          Refused: {result.port === null ? '' : `${result.port}${result.path}: `}
          {result.message}
        </output>
      );
    case 'failed':
      return (
        <output class="open">
          Failed: {result.message}{' '}
          {result.line > 0 && (
            <button type="button" class="line" onClick={() => goTo(result.line)}>
              line {result.line}
            </button>
          )}
        </output>
      );
  }
}

/** As an image, a picture has no scripts and no links, whatever it contains. */
function Picture({ svg, name }: { readonly svg: string; readonly name: string }) {
  const [zoom, setZoom] = useState(1);
  const address = useMemo(() => `data:image/svg+xml,${encodeURIComponent(svg)}`, [svg]);
  return (
    <figure>
      <figcaption>
        The graph{' '}
        <button type="button" aria-label="Smaller" onClick={() => setZoom((before) => Math.max(0.25, before / 1.25))}>
          −
        </button>{' '}
        <button type="button" aria-label="Larger" onClick={() => setZoom((before) => Math.min(4, before * 1.25))}>
          +
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keyboard */}
      <div class="picture" tabIndex={0} role="region" aria-label="The graph of the circuit">
        <img src={address} alt={`The graph of the circuit ${name}`} style={{ width: `${zoom * 100}%` }} />
      </div>
    </figure>
  );
}

async function start(): Promise<void> {
  const place = document.getElementById('playground');
  if (place === null) throw new Error('the page has no place for the playground');
  const shared = await sourceOf(location.hash);
  place.replaceChildren();
  render(<Playground first={shared ?? EXAMPLES[0]?.source ?? ''} />, place);
}

void start();
