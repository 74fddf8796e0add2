import { mustBreak } from './layout/document.js';
import { parsed } from './layout/parse.js';
import { printed, WIDTH } from './layout/print.js';
import { statementDocument } from './layout/statements.js';

/**
 * The layout of Biome's formatter for lines of 140 characters, which is that of Prettier: its documents, its printer and its rules
 * for each form, as its documentation and its tests tell them (https://prettier.io/docs/rationale,
 * https://github.com/prettier/prettier/tree/main/tests/format). Only a line that is too long, or that may have to break, is parsed.
 * White space and parentheses change, commas and semicolons before a closing bracket, and the first bar of a union; nothing else does.
 */

/** Longer lines stay as they are: their readers are programs. */
const MAX_LENGTH = 50_000;

/** A list of lists or objects, a chain of calls, or a function: each may stand on lines of its own however short it is. */
const MAY_BREAK = /=>|\[(?:\[|\{ )|\)\.\w+\(.*\)\./;

/**
 * Returns the lines of a statement or of the head of a block; `text` is one line without its indentation. Text in none of the
 * forms that this target writes stays one line.
 */
export function laidOut(text: string, indentation: number): readonly string[] {
  const isShort = indentation + text.length <= WIDTH;
  if (text.length > MAX_LENGTH || (isShort && !MAY_BREAK.test(text))) return [indented(text, indentation)];
  const statement = parsed(text);
  const document = statement === null ? text : statementDocument(statement);
  return isShort && !mustBreak(document) ? [indented(text, indentation)] : printed(document, indentation);
}

function indented(text: string, indentation: number): string {
  return text === '' ? '' : ' '.repeat(indentation) + text;
}
