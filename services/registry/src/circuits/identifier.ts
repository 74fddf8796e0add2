import { type Problem, parseIdentifier, problem } from '@kirchhoff/platform';

/** Returns the pid of a path; `undefined` if it cannot be one, so that no look-up is needed. */
export function parsePid(text: string): string | undefined {
  return parseIdentifier('circuit', text);
}

/** An unknown circuit and a hidden one get the same answer. */
export function noSuchCircuit(): Problem {
  return problem('not-found', 'There is no such circuit that this caller may see.');
}
