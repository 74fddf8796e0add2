import { type Document, group, ifBroken, indent, LINE, SOFT_LINE } from './document.js';
import { assignmentDocument, documentOf, entryDocument, placeOf } from './rules.js';
import type { Change, Expression, Statement } from './tree.js';
import { parametersDocument, typeDocument } from './types.js';

/** Returns the document of a statement, without the block that its head opens. */
export function statementDocument(statement: Statement): Document {
  switch (statement.kind) {
    case 'expression': {
      const part = statement.end === ',' ? 'item' : 'value';
      return [group(documentOf(statement.value, placeOf('statement', part))), statement.end];
    }
    case 'entry':
      return [entryDocument({ key: statement.key, value: statement.value }), ','];
    case 'field':
      return [statement.field.name, ': ', typeDocument(statement.field.type), ';'];
    case 'leave':
      return [statement.keyword, ' ', leavingWith(statement.value), ';'];
    case 'declaration':
    case 'assignment':
      return [changeDocument(statement), ';'];
    case 'function': {
      const result = statement.result === null ? '' : [': ', typeDocument(statement.result)];
      return [statement.keyword, group([group(parametersDocument(statement.parameters)), result]), ' {'];
    }
    case 'if': {
      const head = [
        statement.start,
        'if (',
        group([indent([SOFT_LINE, documentOf(statement.test, placeOf('if', 'value'))]), SOFT_LINE]),
        ')',
      ];
      return group([head, bodyDocument(statement.body)]);
    }
    case 'forEach':
      return group([statement.each, documentOf(statement.source, placeOf('statement', 'value')), ')', bodyDocument(statement.body)]);
    case 'forRange': {
      const test = documentOf(statement.test, placeOf('return', 'value'));
      const parts = [changeDocument(statement.start), ';', LINE, test, ';', LINE, changeDocument(statement.step)];
      return group(['for (', indent([SOFT_LINE, parts]), SOFT_LINE, ') {']);
    }
  }
}

/** Returns a declaration or an assignment without its semicolon. */
function changeDocument(statement: Change): Document {
  if (statement.kind === 'assignment') {
    const target = documentOf(statement.target, placeOf('statement', 'value'));
    return assignmentDocument(target, ` ${statement.operator}`, statement.value, placeOf('assignment', 'value'));
  }
  const { keyword, name, type, value } = statement;
  const left = [keyword, ' ', name, type === null ? '' : [': ', typeDocument(type)]];
  return value === null ? left : assignmentDocument(left, ' =', value, placeOf('assignment', 'value'));
}

/** Returns the value of a `return` or a `throw`: operands on lines of their own need parentheses. */
function leavingWith(value: Expression): Document {
  const document = documentOf(value, placeOf('return', 'value'));
  if (value.kind !== 'binary' || value.inParentheses) return document;
  return group([ifBroken('(', ''), indent([SOFT_LINE, document]), SOFT_LINE, ifBroken(')', '')]);
}

/** Returns the brace of a block, or a statement on the line of the head or on the next one. */
function bodyDocument(statement: Statement | null): Document {
  return statement === null ? ' {' : indent([LINE, statementDocument(statement)]);
}
