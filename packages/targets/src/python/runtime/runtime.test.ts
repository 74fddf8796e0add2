import { Room } from '../../writing/room.js';
import type { PieceSource } from './piece.js';
import { PIECES } from './pieces.js';
import { Runtime } from './runtime.js';

const BY_NAME: ReadonlyMap<string, PieceSource> = new Map(Object.entries(PIECES));
const MODULES = ['base64', 'binascii', 'datetime', 'hashlib', 'hmac', 'math', 're', 'zlib'];

/** Returns the words of a piece outside of its docstrings. */
function wordsOf(code: string): ReadonlySet<string> {
  return new Set(code.replaceAll(/"""[^]*?"""|#.*/g, '').match(/[A-Za-z_]\w*/g));
}

test('no piece has a name that an author could give, and each uses only pieces that exist', () => {
  for (const [name, { uses = [] }] of BY_NAME) {
    expect(name).toMatch(/^[A-Z_]/);
    expect(uses.filter((other) => !BY_NAME.has(other))).toEqual([]);
  }
});

test('each piece says which others, which modules and which types it names', () => {
  for (const [name, { uses = [], imports = [], typing = [], code }] of BY_NAME) {
    const words = wordsOf(code);
    const others = [...BY_NAME.keys()].filter((other) => other !== name && words.has(other));
    const modules = MODULES.filter((module) => words.has(module) && code.includes(`${module}.`));
    const types = ['Any', 'Optional'].filter((type) => words.has(type));
    expect({ name, others, modules, types }).toEqual({ name, others: [...uses].toSorted(byOrder), modules: imports, types: typing });
  }
});

function byOrder(a: string, b: string): number {
  const order = [...BY_NAME.keys()];
  return order.indexOf(a) - order.indexOf(b);
}

test('what is used is written once, with all that it uses', () => {
  const runtime = new Runtime(new Room());
  runtime.use('_add_months');
  runtime.use('_days_of');
  const text = runtime.texts('helpers').join('\n');
  for (const name of ['_add_months', '_days_in_month', '_is_leap_year', '_date_of', '_days_of']) {
    expect(text.split(`def ${name}(`).length).toBe(2);
  }
  expect(runtime.imports).toBe('import datetime\nfrom typing import Optional\n');
  expect(text).not.toContain('_parse_date');
});
