import { type CircuitProgram, check, ENGINE_VERSION, LANGUAGE_VERSION, certify as prove, read } from '@kirchhoff/coherence';
import { signatureOf } from './signature.js';
import type { Certified, CertifyWork, Inspection, Verified, VerifyWork } from './work.js';

/** What runs in the engine pool's threads. What goes in and comes out is plain data. */

/** Parse, type, cost and hash, and nothing that searches. */
export function inspect(source: string): Inspection {
  const reading = read(source);
  if (!reading.ok) return { kind: 'diagnostics', diagnostics: reading.diagnostics };
  const { program } = reading;
  if (program.type === 'policy') return { kind: 'diagnostics', diagnostics: [policyInPlaceOfCircuit(program.name)] };
  const { hash, proofKey } = program;
  return { kind: 'circuit', hash, proofKey, languageVersion: LANGUAGE_VERSION, signature: signatureOf(program) };
}

/** The prover, or the checker where there is a proof to reuse. */
export function certify({ source, reuse }: CertifyWork): Certified {
  const program = readCircuit(source);
  if (program === undefined) return { kind: 'unreadable' };
  const certification = prove(program, reuse === undefined ? {} : { reuse });
  return { kind: 'certification', engineVersion: ENGINE_VERSION, certification };
}

/** The hash as of now, and the checker: it searches for nothing. */
export function verify({ source, certificate }: VerifyWork): Verified {
  const program = readCircuit(source);
  if (program === undefined) return { kind: 'unreadable' };
  const { valid, verified, total } = check(program, certificate);
  return { kind: 'verification', engineVersion: ENGINE_VERSION, hash: program.hash, valid, verified, total };
}

function readCircuit(source: string): CircuitProgram | undefined {
  const reading = read(source);
  return reading.ok && reading.program.type === 'circuit' ? reading.program : undefined;
}

function policyInPlaceOfCircuit(name: string) {
  return {
    severity: 'error',
    code: 'missing-program',
    message: `This source declares a policy, and a circuit is expected here.`,
    line: 1,
    column: 1,
    text: name,
    hint: 'Policies are made at the compiler: POST /v1/policies.',
  } as const;
}
