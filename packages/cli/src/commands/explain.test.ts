import { CLOSURE_REASON_TITLES, DIAGNOSTIC_CODES, MONOMERS } from '@kirchhoff/coherence';
import { eachInAFolder } from '../testing/kir.fixture.js';

const folder = eachInAFolder();

describe('kir explain', () => {
  it('explains every code and every operation', async () => {
    const names = [...Object.keys(DIAGNOSTIC_CODES), ...Object.keys(CLOSURE_REASON_TITLES), ...MONOMERS.map(({ name }) => name)];
    for (const name of names) {
      const { exitCode, out } = await folder().kir(['explain', name]);
      expect([name, exitCode, out.length > name.length + 10]).toEqual([name, 0, true]);
    }
  });

  it('finds an operation by its code, and in any case of letters', async () => {
    const { out } = await folder().kir(['explain', 'MC_59']);
    expect(out).toMatch(/^CLAMP\(x int, lo int, hi int\)/);
    expect((await folder().kir(['explain', 'clamp'])).out).toBe(out);
  });

  it('names what is near to an unknown name', async () => {
    expect(await folder().kir(['explain', 'divison'])).toMatchObject({ exitCode: 2, err: expect.stringContaining('Near it: division,') });
  });
});
