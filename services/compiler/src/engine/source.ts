import { type CircuitProgram, type Diagnostic, type PolicyProgram, read } from '@kirchhoff/coherence';
import type { Refused } from './work.js';

/** The circuit of a source, or why there is none. */
export function readCircuit(source: string): CircuitProgram | Refused {
  const reading = read(source);
  if (!reading.ok) return { kind: 'diagnostics', diagnostics: reading.diagnostics };
  const { program } = reading;
  return program.type === 'circuit' ? program : otherKind(program.name, 'a policy', 'a circuit', 'Policies are made by POST /v1/policies.');
}

/** The policy of a source, or why there is none. */
export function readPolicy(source: string): PolicyProgram | Refused {
  const reading = read(source);
  if (!reading.ok) return { kind: 'diagnostics', diagnostics: reading.diagnostics };
  const { program } = reading;
  return program.type === 'policy'
    ? program
    : otherKind(program.name, 'a circuit', 'a policy', 'Circuits are published at the registry: POST /v1/circuits.');
}

function otherKind(name: string, found: string, expected: string, hint: string): Refused {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'missing-program',
    message: `This source declares ${found}, and ${expected} is expected here.`,
    line: 1,
    column: 1,
    text: name,
    hint,
  };
  return { kind: 'diagnostics', diagnostics: [diagnostic] };
}
