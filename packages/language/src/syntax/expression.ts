import type { Expression } from './ast.js';
import { parseBlock } from './blocks.js';
import type { TokenCursor } from './cursor.js';
import type { Grammar } from './expression-grammar.js';
import { parseOperand } from './operand.js';
import { parseLoopSource, parseOperators } from './operators.js';

/** Connects the parts of the expression grammar. */
export const GRAMMAR: Grammar = {
  expression: (cursor) => parseOperators(cursor, operand),
  source: (cursor) => parseLoopSource(cursor, operand),
  block: (cursor) => parseBlock(cursor, GRAMMAR),
};

function operand(cursor: TokenCursor): Expression {
  return parseOperand(cursor, GRAMMAR);
}
