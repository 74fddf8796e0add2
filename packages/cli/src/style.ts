import { PLAIN, type Style } from '@kirchhoff/reports';
import { createColors } from 'picocolors';

/** Colours for a terminal; none if `NO_COLOR` is set (no-color.org) or the terminal is dumb. */
export function styleFor(isTerminal: boolean, variables: Readonly<Record<string, string | undefined>>): Style {
  const { NO_COLOR: refused = '', TERM: terminal } = variables;
  return isTerminal && refused === '' && terminal !== 'dumb' ? createColors(true) : PLAIN;
}
