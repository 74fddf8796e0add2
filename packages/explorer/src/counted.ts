/** Returns a number with its noun, in the plural unless the number is 1: `1 circuit`, `1,204 circuits`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
