import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REPOSITORY = join(__dirname, '../../..');
const PAGES = ['docs/client.md', 'docs/in-process.md'];

/** The command of a page that makes an archive. */
function packing(page: string): readonly string[] {
  const [, command = ''] = /`npm (pack [^`]*)`/.exec(readFileSync(join(REPOSITORY, page), 'utf8')) ?? [];
  return command.split(' ');
}

test.each(PAGES)('%s packs a folder: without a dot npm would fetch a repository of that name', (page) => {
  expect(packing(page)).toEqual(['pack', expect.stringMatching(/^\.\/packages\/\w+$/)]);
});

test('the archive that the page makes needs nothing beside it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'policy-'));
  try {
    execFileSync('npm', [...packing('docs/in-process.md'), '--silent', '--pack-destination', folder], { cwd: REPOSITORY });
    const [tarball = ''] = readdirSync(folder);
    const packed = join(folder, 'node_modules/@kirchhoff/policy');
    mkdirSync(packed, { recursive: true });
    execFileSync('tar', ['xzf', join(folder, tarball), '-C', packed, '--strip-components=1']);
    const script = `import { keepPolicy } from '@kirchhoff/policy';
const policy = keepPolicy({ url: 'http://127.0.0.1:9', policyId: 'pol_${'a'.repeat(22)}', key: 'k' });
console.log(await policy.ready, policy.decide({ category: 'a', params: {} }).reason);`;
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, encoding: 'utf8' });
    expect(said).toBe('false policy-too-old\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
