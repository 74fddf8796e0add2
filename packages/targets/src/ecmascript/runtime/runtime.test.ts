import { Room } from '../../writing/room.js';
import { RESERVED } from '../reserved.js';
import { Types } from '../types.js';
import type { PieceSource } from './piece.js';
import { PIECES } from './pieces.js';
import { Runtime } from './runtime.js';

const BY_NAME: ReadonlyMap<string, PieceSource> = new Map(Object.entries(PIECES));

test('no piece has a name that an author could give, and each uses only pieces that exist', () => {
  for (const [name, { uses = [] }] of BY_NAME) {
    expect(name).toMatch(/[A-Z]/);
    expect(uses.filter((other) => !BY_NAME.has(other))).toEqual([]);
  }
});

test('each piece says which others it names', () => {
  for (const [name, { uses = [], code }] of BY_NAME) {
    const words = new Set(code.match(/[A-Za-z_$][\w$]*/g));
    const named = [...BY_NAME.keys()].filter((other) => other !== name && words.has(other));
    expect({ name, uses: named.filter((other) => !uses.includes(other)) }).toEqual({ name, uses: [] });
  }
});

test('what is used is written once, with all that it uses', () => {
  const runtime = new Runtime(new Room(), 'javascript', new Types({ take: () => {} }, false));
  runtime.use('hkdfSha256');
  runtime.use('sha256Of');
  const text = runtime.text('functions');
  for (const name of ['hkdfSha256', 'hmacOf', 'sha256Of', 'joinBytes', 'roundWords', 'rootWords']) {
    expect(text.split(new RegExp(`(?:function|const) ${name}\\b`)).length).toBe(2);
  }
  expect(text).not.toContain('sha512Of');
  expect(RESERVED).toContain('process');
});
