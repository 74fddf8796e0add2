import { type CertificationState, Day, StateMark } from './text.js';

/** A circuit in a list, as the API gives it. */
export interface ListedCircuit extends CertificationState {
  readonly pid: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: 'public' | 'private';
  readonly owner: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A list of circuits: name, state and grade, and the beginning of the description. */
export function CircuitList({ circuits }: { readonly circuits: readonly ListedCircuit[] }) {
  return (
    <ul class="circuits">
      {circuits.map((circuit) => (
        <li key={circuit.pid}>
          <a class="name" href={`/circuits/${circuit.pid}`}>
            {circuit.name}
          </a>
          <span class="facts">
            <StateMark {...circuit} />
            {circuit.assurance === null ? null : <span class="mark">{circuit.assurance}</span>}
            {circuit.visibility === 'private' ? <span class="mark">private</span> : null}
            <span class="quiet">
              version {circuit.version}, <Day time={circuit.updated_at} />
            </span>
          </span>
          {circuit.description === '' ? null : <p class="quiet">{circuit.description}</p>}
        </li>
      ))}
    </ul>
  );
}
