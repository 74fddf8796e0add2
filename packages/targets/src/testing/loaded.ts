import type { Answer } from './reference.js';

/** What the host gives to entropy sources. */
export interface Host {
  readonly now?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** An emitted module as a function from a line to an answer, without a process of its own. */
export function loaded(text: string, host: Host = {}): (line: string) => Answer {
  const name = /^export function (\w+)/m.exec(text)?.[1] ?? '';
  const script = `${text.replaceAll(/^export /gm, '')}\nreturn { circuit: ${name}, DomainError, Fault: typeof Fault === 'undefined' ? null : Fault };`;
  // oxlint-disable-next-line no-implied-eval -- running what was emitted is the point
  const { circuit, DomainError, Fault } = new Function('Date', 'process', script)({ now: () => host.now }, { env: host.env });
  return (line) => {
    try {
      return { outputs: JSON.stringify(circuit(JSON.parse(line)), withoutHiding) };
    } catch (error) {
      if (error instanceof DomainError) return { domain_error: { port: Object(error).port, path: Object(error).path } };
      if (Fault !== null && error instanceof Fault) return { fault: { line: Object(error).line } };
      throw error;
    }
  };
}

/** -0, which JSON would hide, as what no answer has. */
function withoutHiding(_: string, value: unknown): unknown {
  return Object.is(value, -0) ? 'minus zero' : value;
}
