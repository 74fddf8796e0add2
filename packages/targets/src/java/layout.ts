/** Limit for the characters of a line. */
export const WIDTH = 100;

/**
 * Returns the lines of a statement or of the head of a block. It is broken inside its outermost brackets: at commas if there are
 * some, else at the two signs of a choice, else before the operators of conditions, else before others. The formatter keeps such breaks.
 */
export function laidOut(text: string, depth: number): readonly string[] {
  const indent = ' '.repeat(2 * depth);
  if (indent.length + text.length <= WIDTH) return [indent + text];
  const breaks = breaksOf(text);
  const isChoice = breaks.some(({ kind }) => kind === 'choice');
  const lines: string[] = [];
  let from = 0;
  let lead = indent;
  for (const [index, { at }] of breaks.entries()) {
    const next = breaks[index + 1]?.at ?? text.length;
    if (isChoice || lead.length + (next - from) > WIDTH) {
      lines.push(lead + text.slice(from, at));
      from = at + 1;
      lead = `${indent}    `;
    }
  }
  return [...lines, lead + text.slice(from)];
}

type Kind = 'comma' | 'choice' | 'logic' | 'operator';

/** A space at which a line may be broken. */
interface Place {
  readonly at: number;
  readonly nesting: number;
  readonly kind: Kind;
}

function breaksOf(text: string): readonly Place[] {
  const places = placesOf(text);
  const outermost = places.reduce((least, { nesting }) => Math.min(least, nesting), Number.POSITIVE_INFINITY);
  if (outermost > 1) return [];
  const here = places.filter(({ nesting }) => nesting === outermost);
  for (const kind of ['comma', 'choice', 'logic'] as const) {
    const ofKind = here.filter((place) => place.kind === kind);
    // A choice inside a choice has four signs.
    if (ofKind.length > 0) return ofKind.length === 4 && kind === 'choice' ? [] : ofKind;
  }
  return here;
}

/** Returns the places after commas, and before operators. The formatter moves what follows a bracket that was broken. */
function placesOf(text: string): readonly Place[] {
  if (text.startsWith('for (')) return [];
  const places: Place[] = [];
  let nesting = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const before = text.charAt(at - 1);
    if (character === '"' || character === "'") at = endOfQuoted(text, at);
    else if ('({['.includes(character)) nesting += 1;
    else if (')}]'.includes(character)) nesting -= 1;
    // The brackets of a type have no spaces, unlike comparisons.
    else if (character === '<' && /\w/.test(before)) nesting += 100;
    else if (character === '>' && before !== ' ' && nesting >= 100) nesting -= 100;
    else if (character !== ' ') continue;
    else if (before === ',') places.push({ at, nesting, kind: 'comma' });
    else if (/^ [?:] /.test(text.slice(at, at + 3))) places.push({ at, nesting, kind: 'choice' });
    else if (/^ (?:&&|\|\|) /.test(text.slice(at, at + 4))) places.push({ at, nesting, kind: 'logic' });
    else if (/^ [-+*/%&|^] /.test(text.slice(at, at + 3))) places.push({ at, nesting, kind: 'operator' });
  }
  const isFollowed = /\)\.\w+\([^()]*\);?$/.test(text) && places.every((place) => place.nesting > 0);
  return isFollowed ? [] : places;
}

function endOfQuoted(text: string, at: number): number {
  const quote = text.charAt(at);
  for (let end = at + 1; end < text.length; end += 1) {
    if (text.charAt(end) === '\\') end += 1;
    else if (text.charAt(end) === quote) return end;
  }
  return text.length;
}
