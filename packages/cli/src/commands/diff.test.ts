import { execFileSync } from 'node:child_process';
import { CLOSED, eachInAFolder, MASKED, OPEN } from '../testing/kir.fixture.js';

const folder = eachInAFolder();
const upTo = (limit: number) => `policy upto {
  action "pay" (cents: 0..1_000)

  rule small allow on "pay" when cents <= ${limit}
}
`;

describe('kir diff', () => {
  it('says that two circuits have the same meaning, by their hash or by a proof', async () => {
    folder().write({ 'a.kir': CLOSED, 'b.kir': CLOSED.replaceAll('half', 'halved'), 'c.kir': CLOSED.replace('a / 2', '(a + a) / 4') });
    expect(await folder().kir(['diff', 'a.kir', 'b.kir'])).toEqual({
      exitCode: 0,
      out: 'same: both have the same canonical form\n',
      err: '',
    });
    expect(await folder().kir(['diff', 'a.kir', 'c.kir'])).toEqual({ exitCode: 0, out: 'same: proven for all inputs\n', err: '' });
  });

  it('asks the solver if it has to', async () => {
    folder().write({ 'a.kir': MASKED, 'b.kir': MASKED.replace('(a ^ b) ^ b', 'a + 0 * b') });
    expect((await folder().kir(['diff', 'a.kir', 'b.kir'])).out).toBe('same: proven for all inputs\n');
  });

  it('shows an input that tells two circuits apart, and exits with 1', async () => {
    folder().write({ 'a.kir': CLOSED, 'b.kir': CLOSED.replace('a / 2', '(a + 1) / 2') });
    const { exitCode, out } = await folder().kir(['diff', 'a.kir', 'b.kir', '--json']);
    const { inputs, old, new: young } = JSON.parse(out);
    expect([exitCode, old.outputs.b, young.outputs.b]).toEqual([1, Math.floor(inputs.a / 2), Math.floor((inputs.a + 1) / 2)]);
    expect((await folder().kir(['diff', 'a.kir', 'b.kir'])).out).toMatch(
      /^different: with \{"a":\d+\}\n {2}old \{"b":\d+\}\n {2}new \{"b":\d+\}\n$/,
    );
  });

  it('names ports that differ', async () => {
    folder().write({ 'a.kir': CLOSED, 'b.kir': CLOSED.replace('0..1_000', '0..1_001') });
    expect((await folder().kir(['diff', 'a.kir', 'b.kir'])).out).toBe('different: the ports differ\n  input a: 0..1000 → 0..1001\n');
  });

  it('reads a source of a revision with the files that it had then', async () => {
    const half = 'component half(n: 0..10) -> 0..10 {\n  n / 2\n}\n';
    const use = 'use "./lib/half.kir" half\n\ncircuit a {\n  input x: 0..10\n  output y: 0..10\n\n  y = half(x)\n}\n';
    folder().write({ 'deep/user.kir': use, 'deep/lib/half.kir': half });
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], { cwd: folder().path, stdio: 'pipe' });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    expect((await folder().kir(['diff', 'HEAD:deep/user.kir', 'deep/user.kir'])).exitCode).toBe(0);
    folder().write({ 'deep/lib/half.kir': half.replace('n / 2', 'n / 3') });
    const changed = await folder().kir(['diff', 'HEAD:deep/user.kir', 'deep/user.kir']);
    expect([changed.exitCode, changed.out]).toEqual([1, expect.stringMatching(/^different: with/)]);
    folder().write({ 'deep/user.kir': CLOSED, 'deep/lib/half.kir': 'component' });
    expect((await folder().kir(['diff', 'HEAD:deep/user.kir', 'deep/user.kir'])).out).toContain('the ports differ');
  });

  it('compares with a revision of git', async () => {
    folder().write({ 'deep/share.kir': OPEN });
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], { cwd: folder().path, stdio: 'pipe' });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    folder().write({ 'deep/share.kir': OPEN.replace('total / parts', 'if parts == 0 { 0 } else { total / parts }') });
    const { exitCode, out } = await folder().kir(['diff', 'HEAD:deep/share.kir', 'deep/share.kir']);
    expect([exitCode, out]).toEqual([1, expect.stringMatching(/"parts":0.*\n {2}old fails\n {2}new \{"each":0\}\n/)]);
    expect((await folder().kir(['diff', 'nowhere:deep/share.kir', 'deep/share.kir'])).exitCode).toBe(2);
  });

  describe('of policies', () => {
    it('shows an action for each verdict that changes', async () => {
      folder().write({ 'old.kir': upTo(100), 'new.kir': upTo(90) });
      const { exitCode, out } = await folder().kir(['diff', 'old.kir', 'new.kir']);
      expect([exitCode, out]).toEqual([
        1,
        expect.stringMatching(
          /^different: these verdicts change\n {2}pay: ALLOW → DENY, for example with \{"cents":(?:9[1-9]|100)\}\nat most as permissive: yes; newly allowed: no\n$/,
        ),
      ]);
      const json = JSON.parse((await folder().kir(['diff', 'new.kir', 'old.kir', '--json'])).out);
      expect(json).toMatchObject({ equivalent: 'no', at_most_as_permissive: 'no', newly_allowed: 'yes' });
    });

    it('exits with 0 where what is required is proven', async () => {
      folder().write({ 'old.kir': upTo(100), 'new.kir': upTo(90), 'same.kir': upTo(100).replace('cents <= 100', 'cents < 101') });
      const exit = async (...words: readonly string[]) => (await folder().kir(['diff', ...words])).exitCode;
      expect((await folder().kir(['diff', 'old.kir', 'same.kir'])).out).toBe('same: proven for all actions\n');
      expect(await exit('old.kir', 'same.kir')).toBe(0);
      for (const property of ['at-most-as-permissive', 'nothing-newly-allowed']) {
        expect(await exit('--require', property, 'old.kir', 'new.kir')).toBe(0);
        expect(await exit('--require', property, 'new.kir', 'old.kir')).toBe(1);
      }
      expect(await exit('--require', 'equivalent', 'old.kir', 'new.kir')).toBe(1);
    });

    it('exits with 2 for a circuit and a policy, and for a requirement of circuits', async () => {
      folder().write({ 'circuit.kir': CLOSED, 'policy.kir': upTo(1) });
      for (const words of [
        ['circuit.kir', 'policy.kir'],
        ['--require', 'equivalent', 'circuit.kir', 'circuit.kir'],
      ]) {
        expect((await folder().kir(['diff', ...words])).exitCode).toBe(2);
      }
    });
  });
});
