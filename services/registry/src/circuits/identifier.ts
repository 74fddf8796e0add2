import { type Problem, parseIdentifier, problem } from '@kirchhoff/platform';

/** Returns the pid of a path; `undefined` if the text is not a valid pid, so that no query is needed. */
export function parsePid(text: string): string | undefined {
  return parseIdentifier('circuit', text);
}

/** An unknown circuit and a hidden one get the same answer. */
export function noSuchCircuit(): Problem {
  return problem('not-found', 'There is no such circuit that this caller may see.');
}
