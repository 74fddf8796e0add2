import { MAIN_PROGRAM_HEAD } from '../target.js';
import { type Dialect, inDialect } from './marks.js';
import type { CircuitModule } from './module.js';

/**
 * Returns a main program that reads one JSON object of inputs per line and writes one line for each. It has its own parser, since
 * `JSON.parse` loses the notation of numbers and accepts repeated members. A number that is not a plain safe integer becomes NaN,
 * which no port accepts.
 */
export function harness(path: string, { exported, errors }: Pick<CircuitModule, 'exported' | 'errors'>, dialect: Dialect): string {
  const refusals = errors.map((error) => REFUSALS[error]).join('\n');
  const main = `// ${MAIN_PROGRAM_HEAD}
import * as circuit from '${path}';
${dialect === 'typescript' ? PROCESS : ''}${PARSER}
function answer(line«: string»)«: unknown» {
  try {
    return circuit.${exported}(parse(line)« as any»);
  } catch (error) {
    if (error instanceof SyntaxError) return { domain_error: { port: null, path: '', message: error.message } };
${refusals}
    throw error;
  }
}

function write(line«: string»)«: void» {
  process.stdout.write(JSON.stringify(answer(line)) + '\\n');
}

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk«: string») => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop() ?? '';
  lines.forEach(write);
});
process.stdin.on('end', () => {
  if (rest !== '') write(rest);
});
`;
  return inDialect(main, dialect);
}

const REFUSALS: Readonly<Record<CircuitModule['errors'][number], string>> = {
  DomainError: `    if (error instanceof circuit.DomainError) {
      return { domain_error: { port: error.port, path: error.path, message: error.message } };
    }`,
  Fault: '    if (error instanceof circuit.Fault) return { fault: { line: error.line, message: error.message } };',
  GuardError: `    if (error instanceof circuit.GuardError) {
      return { guard_error: { domain: error.domain, line: error.line, message: error.message } };
    }`,
};

/** The parts of Node that the main program uses, so that it needs no declarations from elsewhere. */
const PROCESS = `
declare const process: {
  readonly stdin: {
    setEncoding(encoding: 'utf8'): void;
    on(event: 'data', listener: (chunk: string) => void): void;
    on(event: 'end', listener: () => void): void;
  };
  readonly stdout: { write(text: string): void };
};
`;

const PARSER = `
«type Token = RegExpMatchArray & { readonly index: number };

»/** One JSON value (RFC 8259) without repeated members, lone surrogates or deep nesting. */
function parse(text«: string»)«: unknown» {
  const tokens = text.matchAll(
    /[ \\t\\r]*(?:([{}[\\],:])|("(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(true|false|null)(?![a-z])|(-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![0-9.eE]))|[ \\t\\r]+$/gy,
  );
  let end = 0;
  const next = ()«: Token | null» => {
    const { value: token } = tokens.next()« as { readonly value: Token | undefined }»;
    if (token === undefined) return null;
    end = token.index + token[0].length;
    return token[1] === undefined && token[0].trim() === '' ? null : token;
  };
  const refuse = ()«: never» => {
    throw new SyntaxError('the line is no JSON value as it is taken here');
  };
  const read = (token«: Token | null», depth«: number»)«: unknown» => {
    if (token === null || depth > 72) return refuse();
    const [, mark, string, word, number] = token;
    if (string !== undefined) return readString(string);
    if (word !== undefined) return JSON.parse(word);
    if (number !== undefined) return readNumber(number);
    if (mark === '[') return readArray(depth + 1);
    if (mark === '{') return readObject(depth + 1);
    return refuse();
  };
  const readString = (token«: string»)«: string» => {
    const string«: string» = JSON.parse(token);
    return /\\p{Surrogate}/u.test(string) ? refuse() : string;
  };
  const readNumber = (token«: string») => {
    const isPlain = /^(?:0|-?[1-9][0-9]{0,15})$/.test(token) && Number.isSafeInteger(Number(token));
    return isPlain ? Number(token) : NaN;
  };
  const readArray = (depth«: number») => {
    const items«: unknown[]» = [];
    let token = next();
    if (token?.[1] === ']') return items;
    for (;;) {
      items.push(read(token, depth));
      token = next();
      if (token?.[1] === ']') return items;
      if (token?.[1] !== ',') refuse();
      token = next();
    }
  };
  const readObject = (depth«: number») => {
    const members«: Record<string, unknown>» = Object.create(null);
    let token = next();
    if (token?.[1] === '}') return members;
    for (;;) {
      if (token?.[2] === undefined) return refuse();
      const name = readString(token[2]);
      if (Object.hasOwn(members, name) || next()?.[1] !== ':') refuse();
      members[name] = read(next(), depth);
      token = next();
      if (token?.[1] === '}') return members;
      if (token?.[1] !== ',') refuse();
      token = next();
    }
  };
  const value = read(next(), 0);
  if (next() !== null || end !== text.length) refuse();
  return value;
}
`;
