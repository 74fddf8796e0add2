import { format } from './format.js';
import { filesUsedBy, isLibrary } from './used-files.js';

const CIRCUIT = 'use "./money.kir" fee, Cents\nuse "./more.kir" x\n\ncircuit a {\n  input x: 0..9\n  output y: 0..9\n  y = x\n}\n';
const LIBRARY = 'use "./deeper/b.kir" c\n\nconst A = 1\n';

describe('format', () => {
  it('formats a program and a file without one, and says whether the layout changed', () => {
    expect(format(CIRCUIT)).toEqual({ ok: true, source: CIRCUIT, changed: false });
    expect(format(LIBRARY)).toEqual({ ok: true, source: LIBRARY, changed: false });
    expect(format('const  A=1')).toEqual({ ok: true, source: 'const A = 1\n', changed: true });
  });

  it('gives the diagnostics of a text that does not parse', () => {
    const formatting = format('circuit a {\n  output = 3\n}\n');
    expect(formatting.ok ? [] : formatting.diagnostics.map(({ severity, line }) => [severity, line])).toEqual([['error', 2]]);
  });
});

describe('the files that a text uses', () => {
  it('are those of its `use` statements, of a program and of a file without one', () => {
    expect(filesUsedBy(CIRCUIT)).toEqual(['./money.kir', './more.kir']);
    expect(filesUsedBy(LIBRARY)).toEqual(['./deeper/b.kir']);
    expect(filesUsedBy('circuit {')).toEqual([]);
  });

  it('tell a file for others from a program', () => {
    expect([LIBRARY, CIRCUIT, 'nonsense'].map(isLibrary)).toEqual([true, false, false]);
  });
});
