/** Groups the digits of long numbers by three, as the language allows in literals. */
export function groupDigits(text: string): string {
  return text.replaceAll(/(?<![\w.])\d{5,}(?!\w)|(?<=\.\.)\d{5,}(?!\w)/g, (digits) => digits.replaceAll(/\B(?=(\d{3})+$)/g, '_'));
}

/** Truncates a text that is too long for its place. */
export function shorten(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** Replaces the ports of a label: by a literal operand, or by a dot for a wire. A field name after a dot is no port. */
export function fillPorts(label: string, ports: ReadonlyMap<string, string>): string {
  const call = label.indexOf('(');
  const from = call > 0 && label.endsWith(')') ? call : 0;
  return label.slice(0, from) + label.slice(from).replaceAll(/(?<!(?<!\.)\.)\b[A-Za-z_]\w*/g, (word) => ports.get(word) ?? word);
}

/** `1 operation`, `1,204 operations`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
