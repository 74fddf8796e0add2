import { execFileSync } from 'node:child_process';
import { eachInAFolder } from '../testing/kir.fixture.js';

const folder = eachInAFolder();

/** The words that bash offers after a command line. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await folder().kir(['completion', 'bash']);
  const line = words.map((word) => `'${word}'`).join(' ');
  const script = `${out}\nCOMP_WORDS=(kir ${line}); COMP_CWORD=${words.length}; _kir; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

describe('kir completion', () => {
  it('offers commands, commands of commands and options in bash', async () => {
    expect(await offered('ch')).toEqual(['check']);
    expect(await offered('keys', '')).toEqual(expect.arrayContaining(['list', 'create', 'revoke']));
    expect(await offered('check', '--f')).toEqual(['--format']);
    expect(await offered('keys', 'create', '--s')).toEqual(['--scope']);
  });

  it('writes scripts for zsh and fish, with every command', async () => {
    const { out: zsh } = await folder().kir(['completion', 'zsh']);
    const { out: fish } = await folder().kir(['completion', 'fish']);
    expect(zsh).toMatch(/^autoload -U \+X bashcompinit/);
    expect(fish).toContain("complete -c kir -n 'not __fish_seen_subcommand_from init check");
    expect(fish).toContain("complete -c kir -n '__fish_seen_subcommand_from check' -l since -d");
    expect((await folder().kir(['completion', 'tcsh'])).exitCode).toBe(2);
  });
});

it('kir manual is a page that names every command, without a line that man takes for a request', async () => {
  const { out } = await folder().kir(['manual']);
  for (const name of ['check', 'keys create', 'policy check', 'verify']) expect(out).toContain(`.B kir ${name}`);
  const requests = new Set([...out.matchAll(/^[.'][A-Za-z]*/gm)].map(([request]) => request));
  expect([...requests].toSorted()).toEqual(['.B', '.I', '.RE', '.RS', '.SH', '.TH', '.TP']);
});
