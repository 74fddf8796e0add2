import {
  defineLanguageFacet,
  delimitedIndent,
  foldInside,
  foldNodeProp,
  indentNodeProp,
  Language,
  LanguageSupport,
} from '@codemirror/language';
import { type Input, Parser, type PartialParse, type Tree } from '@lezer/common';
import { styleTags, tags } from '@lezer/highlight';
import { NODE_SET, treeOf } from '../syntax/tree.js';

const TYPES = NODE_SET.extend(
  styleTags({
    Keyword: tags.keyword,
    Type: tags.typeName,
    Domain: tags.typeName,
    Monomer: tags.standard(tags.function(tags.variableName)),
    Name: tags.variableName,
    Integer: tags.number,
    Text: tags.string,
    Bytes: tags.string,
    Comment: tags.lineComment,
    Operator: tags.operator,
    Bracket: tags.bracket,
    Unknown: tags.invalid,
  }),
  foldNodeProp.add({ Block: foldInside, List: foldInside, Parentheses: foldInside }),
  indentNodeProp.add({
    Source: () => 0,
    Block: delimitedIndent({ closing: '}', align: false }),
    List: delimitedIndent({ closing: ']', align: false }),
    Parentheses: delimitedIndent({ closing: ')', align: false }),
  }),
);

/** Reads the whole source at once: brackets pair over all of it. Half a megabyte takes half a second, a usual source a millisecond. */
class SourceParser extends Parser {
  createParse(input: Input): PartialParse {
    return new WholeParse(input);
  }
}

class WholeParse implements PartialParse {
  parsedPos = 0;
  stoppedAt: number | null = null;

  constructor(private readonly input: Input) {}

  advance(): Tree {
    this.parsedPos = this.input.length;
    return treeOf(this.input.read(0, this.input.length), TYPES);
  }

  stopAt(position: number): void {
    this.stoppedAt = position;
  }
}

/** The language in the editor: colours, folding and indentation. */
export function kirLanguage(): LanguageSupport {
  const data = defineLanguageFacet({ commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } });
  return new LanguageSupport(new Language(data, new SourceParser(), [], 'kir'));
}
