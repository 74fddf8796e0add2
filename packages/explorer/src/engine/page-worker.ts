import { type CircuitProgram, check, checkWith, compareWith, pinsOf, programsOf, read, type Solver } from '@kirchhoff/coherence';
import { applyMonomer } from '../catalog/apply-monomer.js';
import type { CheckAnswer, CompleteSource, PageAnswer, PageQuestion } from './page-protocol.js';
import { BrowserSolver, SolverOut } from './solver.js';

/** The engine for pages that show: it evaluates, checks certificates and compares versions. */

declare const self: DedicatedWorkerGlobalScope;

// A worker's messages have no origin, unlike a window's.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const answer = (message: PageAnswer): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<PageQuestion>): void => {
  work(data).then(answer, (error: unknown) => answer({ kind: 'failed', number: data.number, message: messageOf(error) }));
});

function messageOf(error: unknown): string {
  return error instanceof SolverOut ? `The solver z3 gave no answer: ${error.message}. Load this page again.` : String(error);
}

async function work(question: PageQuestion): Promise<PageAnswer> {
  const { number } = question;
  switch (question.kind) {
    case 'apply':
      return { kind: 'applied', number, application: applyMonomer(question.name, question.texts) };
    case 'pins': {
      const named = pinsOf(question.source);
      return { kind: 'pins', number, pins: named.ok ? named.pins : [] };
    }
    case 'check':
      return { kind: 'check', number, check: await checked(question) };
    case 'compare':
      return { kind: 'comparison', number, comparison: await compared(question.old, question.new) };
  }
}

function circuitOf({ source, pinned }: CompleteSource) {
  const pins = programsOf(pinned);
  const reading = read(source, { pins });
  const program: CircuitProgram | undefined = reading.ok && reading.program.type === 'circuit' ? reading.program : undefined;
  return { pins, program, message: reading.ok ? 'it is no circuit' : (reading.diagnostics[0]?.message ?? 'it has faults') };
}

async function checked({ subject, certificate, withSolver }: Extract<PageQuestion, { kind: 'check' }>): Promise<CheckAnswer> {
  const { program, message } = circuitOf(subject);
  if (program === undefined) return { kind: 'unreadable', message };
  const result = withSolver ? await checkWith(program, certificate, new BrowserSolver()) : check(program, certificate);
  const { verified, total } = result;
  const shared = { kind: 'checked', hash: program.hash, bytes: certificate.length, verified, total } as const;
  if (result.valid) return { ...shared, assurance: result.assurance, refusal: null, needsSolver: false };
  return { ...shared, assurance: null, refusal: result.reason, needsSolver: result.refused === 'solver-missing' };
}

/** Answers no query: what needs a solver stays unknown. */
const NO_SOLVER: Solver = { name: 'none', version: '0', solve: async () => ({ verdict: 'unknown', steps: 0 }) };

async function compared(before: CompleteSource, after: CompleteSource) {
  const [one, other] = [circuitOf(before), circuitOf(after)];
  if (one.program === undefined || other.program === undefined) return null;
  return compareWith(
    { program: one.program, source: before.source, pins: one.pins },
    { program: other.program, source: after.source, pins: other.pins },
    NO_SOLVER,
  );
}
