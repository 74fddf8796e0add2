/** The layout of the loader's JavaScript, as Biome writes it with the settings of this repository. */

/** Longer lines are divided. */
export const LINE_WIDTH = 140;

/** Returns a string literal of printable ASCII, in the quotes that need fewer escapes. */
export function string(text: string): string {
  const count = (quote: string): number => text.split(quote).length;
  const quote = count("'") > count('"') ? '"' : "'";
  const escaped = text
    .replaceAll(quote === '"' ? /[\\"]/g : /[\\']/g, '\\$&')
    .replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return quote + escaped + quote;
}

/** Returns a call whose last argument is a list, which is divided if the line would be too long: `before[a, b]after`. */
export function withList(before: string, items: readonly string[], after: string): string {
  const line = `${before}[${items.join(', ')}]${after}`;
  return line.length <= LINE_WIDTH ? line : `${before}[\n${items.map((item) => `  ${item},\n`).join('')}]${after}`;
}

/** Returns an object whose members are each on a line of their own: `before{…}after`. */
export function withMembers(before: string, members: readonly string[], after: string): string {
  return members.length === 0 ? `${before}{}${after}` : `${before}{\n${members.map((member) => `  ${member},\n`).join('')}}${after}`;
}

/** Returns a member with a string, which has a line of its own if it is long. */
export function stringMember(name: string, value: string, indent: number): string {
  const line = `${name}: ${string(value)}`;
  return line.length + indent + 1 <= LINE_WIDTH ? line : `${name}:\n${' '.repeat(indent + 2)}${string(value)}`;
}

/** Returns a type with alternatives, each on a line of its own if the line would be too long. */
export function union(before: string, alternatives: readonly string[]): string {
  const line = `${before} ${alternatives.join(' | ')};`;
  return line.length <= LINE_WIDTH ? line : `${before}${alternatives.map((each) => `\n  | ${each}`).join('')};`;
}
