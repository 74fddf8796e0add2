import type { ClosureError } from '@kirchhoff/coherence';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Port, RunAnswer, RunRequest, Verdict } from '../engine/protocol.js';
import { Field, type FieldError, firstValue, type Json } from './playground-fields.js';

interface InputsProps {
  readonly verdict: Verdict;
  /** The finding that a person walks through: another object each time. */
  readonly finding: ClosureError | null;
  readonly result: RunAnswer | null;
  readonly run: (request: RunRequest) => void;
  readonly goTo: (line: number) => void;
}

type Values = Readonly<Record<string, Json>>;

/** A form with a field for each input. Each change runs the circuit. */
export function Inputs({ verdict, finding, result, run, goTo }: InputsProps) {
  const [values, setValues] = useState<Values>(() => firstValues(verdict));
  const change = (next: Values): void => {
    setValues(next);
    run({ inputs: JSON.stringify(next), component: null, finding: null });
  };
  const shownExample = useRef('');
  // A new counterexample of the circuit is the first run; what a person has written stays otherwise.
  useEffect(() => {
    const example = counterexampleOf(verdict);
    const text = JSON.stringify(example?.inputs ?? null);
    const next = example === undefined || text === shownExample.current ? values : example.inputs;
    shownExample.current = text;
    setValues(next);
    run({ inputs: JSON.stringify(next), component: null, finding: example?.finding ?? null });
  }, [verdict]);
  useEffect(() => {
    if (finding === null) return;
    const { counterexample, component, line, domain } = finding;
    const inputs = JSON.stringify(counterexample ?? {});
    // The arguments of a component are no inputs of the circuit.
    if (component === undefined) setValues(JSON.parse(inputs));
    run({ inputs, component: component ?? null, finding: { line, domain } });
  }, [finding]);
  return (
    <section aria-labelledby="inputs-title" class="inputs">
      <h2 id="inputs-title">Try it</h2>
      {verdict.inputs.length === 0 && <p>The circuit has no inputs.</p>}
      <form onSubmit={(event) => event.preventDefault()}>
        {verdict.inputs.map(({ name, domain }) => (
          <Field
            key={name}
            id={`input-${name}`}
            label={name}
            domain={domain}
            path=""
            value={values[name] ?? firstValue(domain)}
            onValue={(value) => change({ ...values, [name]: value })}
            error={errorAt(name, result)}
          />
        ))}
      </form>
      <RunResult result={result} goTo={goTo} ports={verdict.inputs} />
    </section>
  );
}

function firstValues({ inputs }: Verdict): Values {
  return Object.fromEntries(inputs.map(({ name, domain }) => [name, firstValue(domain)]));
}

function counterexampleOf({ errors }: Verdict) {
  for (const { counterexample, component, line, domain } of errors) {
    if (counterexample === undefined || component !== undefined) continue;
    // It comes from the engine in the JSON form of values.
    const inputs: Values = JSON.parse(JSON.stringify(counterexample));
    return { inputs, finding: { line, domain } };
  }
  return undefined;
}

function errorAt(name: string, result: RunAnswer | null): FieldError | null {
  return result?.type === 'refused' && result.port === name ? result : null;
}

interface RunResultProps {
  readonly result: RunAnswer | null;
  readonly goTo: (line: number) => void;
  readonly ports: readonly Port[];
}

function RunResult({ result, goTo, ports }: RunResultProps) {
  switch (result?.type) {
    case undefined:
      return <output />;
    case 'outputs':
      return (
        <output>
          {Object.entries(result.outputs).map(([name, value]) => (
            <code key={name}>
              {name === '' ? 'result' : name} = {JSON.stringify(value)}
            </code>
          ))}
        </output>
      );
    case 'refused':
      return (
        <output class="open">
          {ports.some(({ name }) => name === result.port)
            ? `Not run: see the message at ${result.port ?? ''}.`
            : `Not run: ${result.port === null ? '' : `${result.port}${result.path}: `}${result.message}`}
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
