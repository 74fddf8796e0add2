/** Limit for the characters of a line. */
const WIDTH = 100;

/**
 * Returns the lines of a statement or of the head of a block, broken at the outermost places that keep the width. Continuation
 * lines are indented by four, and by four more inside brackets that opened on one of them.
 */
export function laidOut(text: string, depth: number): readonly string[] {
  const indent = ' '.repeat(2 * depth);
  if (indent.length + text.length <= WIDTH) return [indent + text];
  const places = placesOf(text);
  if (places.length === 0) return [indent + text];
  const outermost = Math.min(...places.map((place) => place.nesting));
  const breaks = places.filter(({ nesting }) => nesting === outermost);
  const lines: string[] = [];
  let from = 0;
  let lead = indent;
  for (const [index, { at }] of breaks.entries()) {
    const next = breaks[index + 1]?.at ?? text.length;
    if (lead.length + (next - from) > WIDTH && at > from) {
      lines.push(lead + text.slice(from, at).trimEnd());
      from = text.charAt(at) === ' ' ? at + 1 : at;
      lead = `${indent}    `;
    }
  }
  return [...lines, lead + text.slice(from)];
}

interface Place {
  readonly at: number;
  readonly nesting: number;
}

/** Returns the places where a line may be broken: after commas, and before operators. */
function placesOf(text: string): readonly Place[] {
  const places: Place[] = [];
  let nesting = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") at = endOfQuoted(text, at);
    else if (character === '(' || character === '{' || character === '[') nesting += 1;
    else if (character === ')' || character === '}' || character === ']') nesting -= 1;
    else if (character === '<' && /[A-Z]\w*$/.test(text.slice(0, at).slice(-12)) && text.charAt(at - 1) !== ' ') nesting += 100;
    else if (character === '>' && nesting >= 100) nesting -= 100;
    else if (character === ' ' && text.charAt(at - 1) === ',') places.push({ at, nesting });
    else if (character === ' ' && /^ (?:&&|\|\||[-+*/%?:&|^]) /.test(text.slice(at, at + 4))) places.push({ at, nesting });
  }
  return places;
}

function endOfQuoted(text: string, at: number): number {
  const quote = text.charAt(at);
  for (let end = at + 1; end < text.length; end += 1) {
    if (text.charAt(end) === '\\') end += 1;
    else if (text.charAt(end) === quote) return end;
  }
  return text.length;
}
