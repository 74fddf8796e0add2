import { type Document, group, ifBroken, indent, join, LINE, SOFT_LINE } from './document.js';
import type { Parameter, Type } from './tree.js';

/** Returns the document of a type. `isArgument`: true for a part of another type, which indents it. */
export function typeDocument(type: Type, isArgument = false): Document {
  switch (type.kind) {
    case 'keyword':
      return type.text;
    case 'reference':
      return [type.name, typeArguments(type.types)];
    case 'listOf':
      return type.inParentheses ? ['(', typeDocument(type.element, true), ')[]'] : [typeDocument(type.element), '[]'];
    case 'readonly':
      return ['readonly ', typeDocument(type.type)];
    case 'tuple': {
      if (type.types.length === 0) return '[]';
      const items = join(
        [',', LINE],
        type.types.map((each) => typeDocument(each, true)),
      );
      return group(['[', indent([SOFT_LINE, items, ifBroken(',', '')]), SOFT_LINE, ']']);
    }
    case 'object': {
      if (type.fields.length === 0) return '{}';
      const fields = type.fields.map((field) => [field.name, ': ', typeDocument(field.type)]);
      return group(['{', indent([LINE, join([';', LINE], fields), ifBroken(';', '')]), LINE, '}']);
    }
    case 'union':
      return unionDocument(type.types, isArgument);
    case 'function':
      return group([parametersDocument(type.parameters), ' => ', typeDocument(type.result)]);
  }
}

function isNull(type: Type): boolean {
  return type.kind === 'keyword' && type.text === 'null';
}

function unionDocument(types: readonly Type[], isArgument: boolean): Document {
  const areOthersNull = types.filter(isNull).length === types.length - 1;
  const documents = types.map((type) => typeDocument(type, true));
  // An object or null stays beside its `null`.
  if (areOthersNull && types.some(({ kind }) => kind === 'object')) return join(' | ', documents);
  const listed = [ifBroken([isArgument ? '' : LINE, '| '], ''), join([LINE, '| '], documents.map(indent))];
  return group(isArgument ? listed : indent(listed));
}

/** Returns the arguments of a type in their brackets. A single simple one is never broken. */
export function typeArguments(types: readonly Type[]): Document {
  const [first] = types;
  if (first === undefined) return '';
  const isSimple = first.kind === 'keyword' || first.kind === 'object' || (first.kind === 'reference' && first.types.length === 0);
  if (types.length === 1 && isSimple) return ['<', typeDocument(first, true), '>'];
  const listed = join(
    [',', LINE],
    types.map((type) => typeDocument(type, true)),
  );
  return group(['<', indent([SOFT_LINE, listed]), SOFT_LINE, '>']);
}

/** Returns the parameters of a function in their parentheses, without a group of their own. */
export function parametersDocument(parameters: readonly Parameter[]): Document {
  if (parameters.length === 0) return '()';
  const listed = parameters.map(({ name, type }) => (type === null ? name : [name, ': ', typeDocument(type)]));
  const [only] = parameters;
  // A single parameter with the type of an object stays beside the parentheses.
  if (parameters.length === 1 && only?.type?.kind === 'object') return ['(', listed, ')'];
  return ['(', indent([SOFT_LINE, join([',', LINE], listed), ifBroken(',', '')]), SOFT_LINE, ')'];
}
