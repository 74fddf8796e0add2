import { RESERVED_CLASSES } from './reserved.js';
import { PIECES } from './runtime/pieces.js';
import { HOST_METHODS } from './runtime/system.js';

test('every class that the runtime names is reserved', () => {
  const code = [...Object.values(PIECES), ...Object.values(HOST_METHODS)].map((piece) => piece.code).join('\n');
  const plain = code.replaceAll(/"(?:[^"\\\n]|\\.)*"|\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const named = new Set(plain.match(/(?<![.\w])[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*\b/g));
  expect([...named]).toEqual(expect.arrayContaining(['BigInteger', 'IllegalStateException', 'Override']));
  expect([...named].filter((name) => !RESERVED_CLASSES.includes(name))).toEqual([]);
});
