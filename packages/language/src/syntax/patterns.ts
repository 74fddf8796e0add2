import { DOMAIN_NESTING } from '@kirchhoff/kernel/limits';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Alternative, Pattern } from './ast.js';
import type { TokenCursor } from './cursor.js';
import { atRange, parseBound } from './integers.js';

const SEVERAL = 'one value is matched: several are matched by `match (a, b) { … }`';
const RECORD = 'bind the record and read its fields: `some p => p.x`';
const EXAMPLES = 'patterns are `.tag`, literals, `lo..hi`, `none`, `some p`, a name and `_`';

/** A pattern of a match arm: for several subjects one pattern each in parentheses, or `_`. */
export function parseAlternative(cursor: TokenCursor, subjects: number): Alternative {
  const span = cursor.span();
  if (subjects < 2 || cursor.peek().kind === 'wildcard') return { patterns: [parsePattern(cursor)], span };
  if (!cursor.at('('))
    cursor.expected('`(` and a pattern for each value', `write \`(${Array(subjects).fill('_').join(', ')}) => …\`, or \`_\``);
  const patterns: Pattern[] = [];
  const parentheses = cursor.open('(');
  while (!cursor.at(')') && !cursor.atEnd()) {
    patterns.push(parsePattern(cursor));
    if (!cursor.at(')')) cursor.expect(',', '`,` or `)`');
  }
  cursor.close(')', parentheses);
  if (patterns.length !== subjects) {
    cursor.fail(
      'unexpected',
      span,
      `${subjects} values are matched, and here ${patterns.length === 1 ? 'is 1 pattern' : `are ${patterns.length} patterns`}`,
    );
  }
  return { patterns, span };
}

function parsePattern(cursor: TokenCursor): Pattern {
  if (!cursor.at('some')) return parseInnermost(cursor, false);
  const somes: Span[] = [];
  while (cursor.at('some')) somes.push(cursor.skip());
  const deep = somes[DOMAIN_NESTING];
  if (deep !== undefined) cursor.fail('nested-too-deep', deep, `domains, and so patterns, nest to ${DOMAIN_NESTING}`);
  return somes.reduceRight<Pattern>((inner, span) => ({ pattern: 'some', inner, span }), parseInnermost(cursor, true));
}

function parseInnermost(cursor: TokenCursor, isInOption: boolean): Pattern {
  if (atRange(cursor)) return parseNumbers(cursor);
  const token = cursor.peek();
  const { text } = token;
  if (text === '.') {
    const span = cursor.skip();
    return { pattern: 'tag', tag: cursor.name('a tag').text, span };
  }
  switch (token.kind) {
    case 'text':
      return { pattern: 'text', value: token.value, span: cursor.skip() };
    case 'bytes':
      return { pattern: 'bytes', value: token.value, span: cursor.skip() };
    case 'name': {
      const span = cursor.skip();
      return { pattern: 'bind', name: { text, span }, span };
    }
    case 'wildcard':
      return { pattern: 'wildcard', span: cursor.skip() };
    case 'keyword':
      return parseKeyword(cursor);
    case 'capital':
      return { pattern: 'constant', name: text, span: cursor.skip() };
    case 'integer':
    case 'symbol':
    case 'end': {
      const span = cursor.span();
      cursor.expected('a pattern', text === '(' ? (isInOption ? RECORD : SEVERAL) : EXAMPLES);
      return { pattern: 'wildcard', span };
    }
  }
}

function parseKeyword(cursor: TokenCursor): Pattern {
  const { text } = cursor.peek();
  if (text === 'true' || text === 'false') return { pattern: 'boolean', value: text === 'true', span: cursor.skip() };
  const span = cursor.span();
  if (text === 'none') cursor.next();
  else if (text === 'else') cursor.expected('a pattern', 'write `_` for all the rest');
  else if (cursor.at('=>', 1)) cursor.name('what a pattern binds');
  else cursor.expected('a pattern', EXAMPLES);
  return { pattern: 'none', span };
}

function parseNumbers(cursor: TokenCursor): Pattern {
  const lo = parseBound(cursor, 'a bound');
  if (!cursor.at('..'))
    return lo.bound === 'literal'
      ? { pattern: 'integer', value: lo.value, span: lo.span }
      : { pattern: 'constant', name: lo.name, span: lo.span };
  cursor.next();
  return { pattern: 'range', lo, hi: parseBound(cursor, 'the upper bound'), span: lo.span };
}
