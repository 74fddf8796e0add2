/** The tables of the language's grammar, for editors: without the engine, so that a page loads little. */
export { pairBrackets } from '@kirchhoff/language/syntax/brackets';
export {
  COMMENT,
  CONTEXTUAL_WORDS,
  INTEGER_DOMAINS,
  LOOP_WORDS,
  OPENER_OF,
  RESERVED_WORDS,
  SYMBOLS,
  WORD,
} from '@kirchhoff/language/syntax/grammar';
export { matchAt, scanBytes, scanCharacter, scanNumber, scanText } from '@kirchhoff/language/syntax/literals';
