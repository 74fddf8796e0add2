import type { Block, Expression, Source } from './ast.js';
import type { Cursor } from './cursor.js';

/** The parts of the expression grammar that hold one another, so that each may stand in a file of its own. */
export interface Grammar {
  expression(cursor: Cursor): Expression;
  /** What a loop runs over: a value or a range. */
  source(cursor: Cursor): Source;
  /** A block in braces. */
  block(cursor: Cursor): Block;
}
