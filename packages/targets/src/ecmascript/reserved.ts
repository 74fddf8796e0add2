/** Names that are reserved in JavaScript (ECMA-262, section 12.7.2, strict mode), or that the emitted code uses itself. */
export const RESERVED: readonly string[] = [
  ...'arguments as async await break case catch class const continue debugger default delete do else enum eval export extends'.split(' '),
  ...'false finally for from function get if implements import in instanceof interface let new null of package private'.split(' '),
  ...'protected public return set static super switch this throw true try typeof undefined var void while with yield'.split(' '),
  ...'constructor crypto globalThis inputs line process require module exports'.split(' '),
  // `import()` calls an export with this name.
  'then',
];
