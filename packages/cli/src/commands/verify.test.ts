import { certify, certifyWith, read } from '@kirchhoff/coherence';
import { startSolver } from '@kirchhoff/solver';
import { CLOSED, eachInAFolder, MASKED, OPEN } from '../testing/kir.fixture.js';

const folder = eachInAFolder();

function certificateOf(source: string): string {
  const reading = read(source);
  if (!reading.ok) throw new Error('the source is no program');
  return Buffer.from(certify(reading.program).certificate ?? []).toString('utf8');
}

describe('kir verify --offline', () => {
  it('accepts the certificate of a source, and refuses a changed one and one of another source', async () => {
    const certificate = certificateOf(CLOSED);
    folder().write({
      'half.kir': CLOSED,
      'other.kir': CLOSED.replace('/ 2', '/ 3'),
      'c.json': certificate,
      'changed.json': `${certificate} `,
    });
    const verify = async (...words: readonly string[]) => folder().kir(['verify', '--offline', ...words]);
    expect(await verify('c.json', 'half.kir')).toEqual({
      exitCode: 0,
      out: expect.stringMatching(/^half\.kir {2}valid {2}grade kernel/),
      err: '',
    });
    expect(await verify('changed.json', 'half.kir')).toMatchObject({ exitCode: 1, out: expect.stringContaining('not valid') });
    expect(await verify('c.json', 'other.kir')).toMatchObject({ exitCode: 1, out: expect.stringContaining('not valid') });
    expect((await verify('none.json', 'half.kir')).exitCode).toBe(2);
  });

  it('refuses bytes that are no certificate, and a certificate for an open program', async () => {
    folder().write({ 'share.kir': OPEN, 'half.kir': CLOSED, 'c.json': certificateOf(CLOSED), 'empty.json': '' });
    expect((await folder().kir(['verify', 'empty.json', 'half.kir'])).exitCode).toBe(1);
    expect((await folder().kir(['verify', 'c.json', 'share.kir'])).exitCode).toBe(1);
  });

  it('asks the solver for what rests on it, and says what is not checked without one', async () => {
    const reading = read(MASKED);
    if (!reading.ok) throw new Error('the source is no program');
    const solver = await startSolver();
    const { certificate } = await certifyWith(reading.program, solver);
    await solver.close();
    folder().write({ 'a.kir': MASKED, 'c.json': Buffer.from(certificate ?? []).toString('utf8') });
    expect(await folder().kir(['verify', 'c.json', 'a.kir', '--offline', '--no-solver'])).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('not fully checked'),
    });
    expect(await folder().kir(['verify', 'c.json', 'a.kir', '--offline'])).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('grade solver'),
    });
  });
});
