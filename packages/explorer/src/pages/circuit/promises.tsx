import { counted } from '../../counted.js';
import { gradeInWords, Table } from '../text.js';
import type { CircuitExplanation, OpenPlace, ShownPort, ShownPromise, ShownVersion } from './types.js';

export interface ProvenProps {
  readonly shown: ShownVersion & { readonly source: string };
  readonly isCurrent: boolean;
  /** `undefined` if it cannot be told now. */
  readonly explanation: CircuitExplanation | undefined;
}

/** The proven facts, in words: the state of the whole, and each promise with its evidence. */
export function Proven({ shown, isCurrent, explanation }: ProvenProps) {
  return (
    <section aria-labelledby="proven">
      <h2 id="proven">What is proven</h2>
      <Verdict shown={shown} isCurrent={isCurrent} explanation={explanation} />
      {explanation === undefined ? null : <Promises explanation={explanation} assurance={shown.assurance} source={shown.source} />}
    </section>
  );
}

function Verdict({ shown: { certified, phi_c: phi, assurance }, isCurrent, explanation }: ProvenProps) {
  if (certified) {
    return (
      <p>
        For every input within the domains below, this circuit ends, gives the same result each time, stays within the domain of each output
        and keeps each promise. {explanation === undefined ? 'This is' : `All ${counted(explanation.obligations, 'obligation')} are`}{' '}
        {gradeInWords(assurance)}.
      </p>
    );
  }
  if (phi === null) {
    return (
      <p>
        This version was not certified: only its syntax and its types were checked.{' '}
        {isCurrent ? 'Its owner can certify it.' : 'Only the current version is certified.'}
      </p>
    );
  }
  return (
    <>
      <p>
        Not everything is proven: φ = {phi}, the share of proven obligations. The rest is <strong>open</strong>, so it may fail for some
        inputs.
      </p>
      {explanation === undefined ? null : <OpenPlaces places={explanation.open} />}
    </>
  );
}

function OpenPlaces({ places }: { readonly places: readonly OpenPlace[] }) {
  return (
    <>
      <ul class="findings">
        {places.slice(0, MAX_LISTED).map(({ domain, line, message, counterexample, component }, index) => (
          <li key={index}>
            <strong>{shortened(domain)}</strong>
            {line === null ? null : (
              <>
                , <a href={`#L${line}`}>line {line}</a>
              </>
            )}
            : {shortened(message)}
            {counterexample === null ? null : (
              <p class="quiet">
                It fails {component === null ? 'for the inputs' : `in ${component} for the arguments`} <code>{counterexample}</code>
              </p>
            )}
          </li>
        ))}
      </ul>
      <Rest count={places.length} />
    </>
  );
}

/** The most entries of a list: a circuit may have tens of thousands of promises. */
const MAX_LISTED = 200;

/** The most characters of a domain or of an author's words: the source below has all of them. */
const MAX_WORDS = 500;

function shortened(text: string): string {
  return text.length <= MAX_WORDS ? text : `${text.slice(0, MAX_WORDS).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The note below a list that is cut. */
function Rest({ count }: { readonly count: number }) {
  return count <= MAX_LISTED ? null : <p class="quiet">And {(count - MAX_LISTED).toLocaleString('en')} more, in the source below.</p>;
}

/** The kinds of evidence, in words. */
const EVIDENCE: Readonly<Record<string, string>> = {
  structure: 'it follows from the form of the program',
  analysis: 'the sets of possible values show it',
  linear: 'it follows from inequalities between the values',
  states: 'every reachable state of a loop was covered',
  cases: 'it was proven for each case of the inputs',
  inlined: 'it was proven with the components written out',
  call: 'the promise of a component says so',
  witness: 'an input that satisfies it was run',
  exhaustion: 'every possible input was run',
  smt: 'a solver found no input against it',
};

interface PromisesProps {
  readonly explanation: CircuitExplanation;
  /** The grade of the whole proof: the last step of one promise may rest on any other. */
  readonly assurance: string | null;
  readonly source: string;
}

function Promises({ explanation: { promises, requires, open }, assurance, source }: PromisesProps) {
  return (
    <>
      {promises.length === 0 ? (
        <p class="quiet">Its author states no further promise.</p>
      ) : (
        <PromiseList promises={promises} open={open} assurance={assurance} lines={source.split('\n')} />
      )}
      {requires.length === 0 ? null : (
        <>
          <h3>On the condition that</h3>
          <ul>
            {requires.slice(0, MAX_LISTED).map((words, index) => (
              <li key={index}>{shortened(words)}</li>
            ))}
          </ul>
          <Rest count={requires.length} />
        </>
      )}
    </>
  );
}

interface PromiseListProps {
  readonly promises: readonly ShownPromise[];
  readonly open: readonly OpenPlace[];
  readonly assurance: string | null;
  readonly lines: readonly string[];
}

function PromiseList({ promises, open, assurance, lines }: PromiseListProps) {
  const openPlaces = new Set(open.map(({ domain, line }) => `${line} ${domain}`));
  return (
    <>
      <p class="quiet">The words are those of its author. What is proven is the condition in the line beside them.</p>
      <ul class="promises">
        {promises.slice(0, MAX_LISTED).map(({ words, line, evidence }, index) => (
          <li key={index}>
            <span class="words">{line === null ? shortened(words) : <a href={`#L${line}`}>{shortened(words)}</a>}</span>
            {line === null ? null : <code>{shortened((lines[line - 1] ?? '').trim())}</code>}
            <span class="facts">
              {openPlaces.has(`${line} ${words}`) ? (
                <span class="mark open">open</span>
              ) : evidence === null ? (
                <span class="mark">not certified</span>
              ) : (
                <>
                  <span class="mark closed">proven</span>
                  <span class="mark">{assurance}</span>
                  <span class="quiet">{EVIDENCE[evidence] ?? evidence}</span>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Rest count={promises.length} />
    </>
  );
}

export interface PortsProps {
  readonly inputs: readonly ShownPort[];
  readonly outputs: readonly ShownPort[];
}

/** Inputs and outputs with their domains. */
export function Ports({ inputs, outputs }: PortsProps) {
  const ports = [...inputs.map((port) => ({ ...port, way: 'input' })), ...outputs.map((port) => ({ ...port, way: 'output' }))];
  return (
    <section aria-labelledby="ports">
      <h2 id="ports">Inputs and outputs</h2>
      <Table label="Table of ports" heads={['Port', 'Name', 'Domain']}>
        {ports.slice(0, MAX_LISTED).map(({ way, name, domain }) => (
          <tr key={`${way} ${name}`}>
            <td>{way}</td>
            <td>
              <code>{name}</code>
            </td>
            <td>
              <code>{shortened(domain)}</code>
            </td>
          </tr>
        ))}
      </Table>
      <Rest count={ports.length} />
    </section>
  );
}
