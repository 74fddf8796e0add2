import { type Problem, parseIdentifier, problem } from '@kirchhoff/platform';

/** The pid of a path, or undefined where it cannot be one, so that nothing has to be looked up. */
export function parsePid(text: string): string | undefined {
  return parseIdentifier('circuit', text);
}

/** What is unknown and what the caller may not see are one answer. */
export function noSuchCircuit(): Problem {
  return problem('not-found', 'There is no such circuit that this caller may see.');
}
