/**
 * The names of the language's own components. They are apart from the sources: the parser of those sources uses the names for its
 * hints.
 */
export const LIBRARY_NAMES: readonly string[] = ['DIV_UP', 'DIV_ROUND', 'PAD_END'];
