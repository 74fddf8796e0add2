import { Room } from '../../writing/room.js';
import type { PieceSource } from './piece.js';
import { PIECES } from './pieces.js';
import { importsOf, PIECE_NAMES, Runtime } from './runtime.js';

const BY_NAME: ReadonlyMap<string, PieceSource> = new Map(Object.entries(PIECES));

/** Returns the names that a piece calls or names as types, outside of its strings and comments. */
function wordsOf(code: string): ReadonlySet<string> {
  return new Set(code.replaceAll(/"(?:[^"\\]|\\.)*"|\/\/.*/g, '').match(/[A-Za-z_]\w*/g));
}

test('each piece names the pieces that it uses, and no other one', () => {
  for (const [name, { uses = [], code }] of BY_NAME) {
    const words = wordsOf(code);
    const others = [...BY_NAME.keys()].filter((other) => other !== name && words.has(other));
    expect({ name, others: others.toSorted() }).toEqual({ name, others: [...uses].toSorted() });
  }
});

test('no piece declares a name that is not reserved', () => {
  for (const { code } of BY_NAME.values()) {
    for (const [, name] of code.matchAll(/^(?:func|type|var) (\w+)/gm)) expect(PIECE_NAMES).toContain(name);
  }
});

test('what is used is written once, with all that it uses', () => {
  const runtime = new Runtime(new Room());
  runtime.use('addMonths');
  runtime.use('daysOf');
  const text = [...runtime.texts('exported'), ...runtime.texts('helpers')].join('\n');
  for (const name of ['addMonths', 'daysInMonth', 'isLeapYear', 'dateOf', 'daysOf']) {
    expect(text.split(`func ${name}(`).length).toBe(2);
  }
  expect(text).not.toContain('parseDate');
});

test('the imports are those that the code names, not its texts and comments', () => {
  expect(importsOf('x := "strings.Cut" // math.Pi\ny := utf8.RuneLen(1)')).toBe('import "unicode/utf8"');
  expect(importsOf('bits.Len(1) + bytes.Equal(a, b)')).toBe('import (\n\t"bytes"\n\t"math/bits"\n)');
  expect(importsOf('x := 1')).toBe('');
});
