import type { ClosureError } from '@kirchhoff/coherence';
import { counted } from '../counted.js';
import type { Answer, PolicyVerdict, Verdict } from '../engine/protocol.js';
import { brokenAction } from './playground-policy.js';

/** The last answers of the engine about the source. */
export interface Shown {
  readonly verdict: Verdict | null;
  readonly diagnostics: Extract<Answer, { kind: 'diagnostics' }>['diagnostics'];
  readonly policy: PolicyVerdict | null;
  /** The reason why the engine gives no verdict. */
  readonly broken: string | null;
}

/** The work of the solver on what the other layers left open. */
export type SolverState = { readonly state: 'working' } | { readonly state: 'out'; readonly reason: string };

interface ResultProps {
  readonly solver: SolverState | null;
  readonly shown: Shown;
  readonly isWorking: boolean;
  readonly goTo: (line: number) => void;
  /** Runs the counterexample of a finding, or decides its action. */
  readonly walkThrough: (finding: ClosureError) => void;
}

const GRADES = { kernel: 'rules of the checker', exhaustive: 'rules, and runs of every input', solver: 'rules and a solver' } as const;

/** The verdict on the source, with its findings. */
export function Result({ shown, solver, isWorking, goTo, walkThrough }: ResultProps) {
  const { verdict, diagnostics, policy, broken } = shown;
  if (broken !== null) {
    return (
      <div role="status">
        <h2 class="wrong">The engine gives no verdict</h2>
        <p>Reason: {broken}. Share this source, load the page again, and tell the operator of this server if it stays.</p>
      </div>
    );
  }
  if (diagnostics.length > 0) {
    return (
      <div role="status">
        <h2 class="wrong">Not a program yet</h2>
        <Findings findings={diagnostics} goTo={goTo} walkOf={() => null} />
      </div>
    );
  }
  if (isWorking && (policy !== null || verdict !== null)) {
    return (
      <div role="status">
        <h2 class="working">Checking what you changed…</h2>
      </div>
    );
  }
  if (policy !== null) {
    return (
      <div role="status">
        <h2 class={policy.certified ? 'closed' : 'open'}>
          {policy.certified
            ? `Closed: every action has a verdict, proven by the ${GRADES[policy.assurance ?? 'kernel']}`
            : `Open: phi_c = ${policy.phi_c}`}
        </h2>
        {solver !== null && <SolverNote solver={solver} />}
        <Findings
          findings={policy.errors}
          goTo={goTo}
          walkOf={(error) => (brokenAction(policy, error) === undefined ? null : () => walkThrough(error))}
        />
        <Warnings warnings={policy.warnings} goTo={goTo} />
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
        {verdict.closure_domains.filter((each) => each.verdict === 'verified').length} of{' '}
        {counted(verdict.closure_domains.length, 'obligation')} are proven. A run takes at most {counted(verdict.worst_case_cost, 'unit')}{' '}
        of cost.
      </p>
      {solver !== null && <SolverNote solver={solver} />}
      <Findings findings={verdict.errors} goTo={goTo} walkOf={(error) => () => walkThrough(error)} />
      <Warnings warnings={verdict.warnings} goTo={goTo} />
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

function SolverNote({ solver }: { readonly solver: SolverState }) {
  switch (solver.state) {
    case 'working':
      return <p class="solver">The solver z3 works on what is undecided. It loads 8 MB when it is first needed.</p>;
    case 'out':
      return (
        <p class="solver">
          The solver z3 could not help: {solver.reason}. What is undecided may still be provable: load the page again, or let the registry
          certify it.
        </p>
      );
  }
}

interface Finding {
  readonly line: number;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly counterexample?: ClosureError['counterexample'];
}

interface FindingsProps<Found extends Finding> extends Pick<ResultProps, 'goTo'> {
  readonly findings: readonly Found[];
  /** Returns what walks through the counterexample of a finding; `null` if nothing can. */
  readonly walkOf: (finding: Found) => (() => void) | null;
}

function Findings<Found extends Finding>({ findings, goTo, walkOf }: FindingsProps<Found>) {
  return (
    <ul class="findings">
      {findings
        .map((finding) => [finding, walkOf(finding)] as const)
        .map(([{ line, message, hint, counterexample }, walk]) => (
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
                {walk !== null && (
                  <button type="button" onClick={walk}>
                    Walk through it
                  </button>
                )}
              </p>
            )}
          </li>
        ))}
    </ul>
  );
}

/** Warnings do not keep a program open. */
function Warnings({ warnings, goTo }: Pick<ResultProps, 'goTo'> & { readonly warnings: Verdict['warnings'] }) {
  if (warnings.length === 0) return null;
  return (
    <>
      <h3>Warnings</h3>
      <ul class="findings warnings">
        {warnings.map(({ line, message, hint }) => (
          <li key={`${line} ${message}`}>
            <button type="button" class="line" onClick={() => goTo(line)}>
              line {line}
            </button>{' '}
            {message}
            {hint !== undefined && <p class="hint">{hint}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
