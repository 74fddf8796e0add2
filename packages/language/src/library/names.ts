/** The components of the language itself, as they are called. Apart from their sources, since what parses those hints at the names. */
export const LIBRARY_NAMES: readonly string[] = ['DIV_UP', 'DIV_ROUND', 'PAD_END'];
