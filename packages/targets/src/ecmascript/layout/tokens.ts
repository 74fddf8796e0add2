/** A token of a line. */
export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'pattern' | 'sign' | 'end';
  readonly text: string;
}

const TOKEN =
  /\s*(?:(?<name>[A-Za-z_$][\w$]*)|(?<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<sign>=>|\.\.\.|\?\.|\?\?|===|!==|\*\*|<<|<=|>=|&&|\|\||[-+*]=|[-+*/%=<>!~&|^?:;,.()[\]{}]))/y;
const NUMBER = /\s*(?:0[xX][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?)n?/y;
const PATTERN = /\s*\/(?:\[(?:[^\]\\]|\\.)*\]|\\.|[^/[\\*])(?:\[(?:[^\]\\]|\\.)*\]|\\.|[^/[\\])*\/[a-z]*/y;

/** Returns the tokens of a line; null for text that is none of the forms of this target, such as comments. */
export function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at = found === null ? at : pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    const number = take(NUMBER);
    if (number !== null) {
      tokens.push({ kind: 'number', text: number[0].trimStart() });
      continue;
    }
    const pattern = startsOperand(tokens.at(-1)) ? take(PATTERN) : null;
    if (pattern !== null) {
      tokens.push({ kind: 'pattern', text: pattern[0].trimStart() });
      continue;
    }
    const { name, string, sign } = take(TOKEN)?.groups ?? {};
    if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (string !== undefined) tokens.push({ kind: 'string', text: string });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else return null;
  }
  return tokens;
}

/** Returns true if an operand follows the token, so that a slash begins a pattern. */
function startsOperand(token: Token | undefined): boolean {
  return token === undefined || (token.kind === 'sign' && !/^[)\]}]$/.test(token.text)) || token.text === 'return';
}
