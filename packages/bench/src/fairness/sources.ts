/** Allows after very little work. */
export const SMALL_POLICY = 'policy small {\n  action "a" (b: bool)\n  rule r allow on "a" when b\n}\n';

/** A policy whose decision takes a number of rounds: about 400 are the limit for the event loop, 60,000 run in a thread. */
export function dearPolicy(rounds: number): string {
  return `policy dear {\n  action "t" (a: 0..1_000_000)\n  rule r allow on "t" when (count k in 0..${rounds} { (a * k + 7) % 97 == 5 }) > 3\n}\n`;
}

/** A policy with a number of characters, most of them a comment; a different one for each number. */
export function longPolicy(characters: number, number: number): string {
  const line = `// ${String(number).padStart(8, '0')}${'x'.repeat(1_000)}\n`;
  return line.repeat(Math.floor(characters / line.length)) + SMALL_POLICY;
}

/** A short circuit that keeps a prover's thread busy up to the limit; a different one for each number. */
export function slowToProve(number: number): string {
  return `circuit slow {
  input x: 0..${4_000_000_000 + number}
  input y: 0..4_000_000_000
  output z: bool
  z = true
  ensure x * x * x + y * y != 3 * x * y + ${1_000_003 + number}
}
`;
}

/** A closed circuit with a number of operations, each on the previous one: 10,900 are nearly 512 KiB. A different one for each number. */
export function chain(operations: number, number: number): string {
  const lines = Array.from({ length: operations }, (_, index) => {
    const before = index === 0 ? 'a' : `w${index - 1}`;
    return `  w${index} = (${before} * 3 + b + ${index}) % 1_000_001\n`;
  });
  const ports = `  input a: 0..${1_000_000 - number}\n  input b: 0..1_000_000\n  output z: 0..1_000_000\n`;
  return `circuit chain {\n${ports}${lines.join('')}  z = MIN(w${operations - 1}, 1_000_000)\n}\n`;
}

/** A circuit of one operation that closes; a different one for each number. */
export function half(number: number): string {
  return `circuit half {\n  input a: 0..${1_000_000 + number}\n  output b: 0..${1_000_000 + number}\n  b = a / 2\n}\n`;
}

/** A circuit that pins all of these; a different one for each number. */
export function pinning(pins: readonly string[], number: number): string {
  const uses = pins.map((pin, index) => `use "${pin}" as half${index}\n`).join('');
  const lines = pins.map((_, index) => `  w${index} = half${index}(${index === 0 ? 'a' : `w${index - 1}`})\n`).join('');
  return `${uses}circuit pinning {\n  input a: 0..${1_000_000 - number}\n  output b: 0..1_000_000\n${lines}  b = w${pins.length - 1}\n}\n`;
}
