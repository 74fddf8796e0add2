import { type Certification, certify, type Diagnostic } from '@kirchhoff/coherence';
import { compile as emit, targetNamed } from '@kirchhoff/targets';
import { answered, openErrors } from './answers.js';
import { readCircuit } from './source.js';
import type { Answered, CompileWork, Open, Refused } from './work.js';

/** Proves a circuit and writes it in a language: only what is not proven is checked at run time. */
export function compile({ source, target: name, allowOpen, harness }: CompileWork): Answered | Refused | Open {
  const program = readCircuit(source);
  if ('kind' in program) return program;
  const target = targetNamed(name);
  if (target === undefined) throw new RangeError(`there is no target ${name}`);
  const certification = certify(program);
  const compilation = emit(program, target, { certified: certification.certified, allowOpen, harness });
  if (!compilation.ok) return openErrors(certification);
  const { compiled, files, entry, run } = compilation.program;
  const { hash, phi_c } = certification;
  return answered({ target: target.id, compiled, files, entry, run, hash, phi_c, diagnostics: diagnosticsOf(certification) });
}

/** The warnings, and of an open circuit also what is open: nothing that was asked to be let through goes unsaid. */
function diagnosticsOf({ warnings, errors }: Certification): readonly Diagnostic[] {
  return [...warnings, ...errors.map(openDiagnostic)];
}

function openDiagnostic({ type, domain, message, line, column }: Certification['errors'][number]): Diagnostic {
  return { severity: 'warning', code: type, message, line, column, text: domain };
}
