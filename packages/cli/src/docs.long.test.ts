import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PAGE = readFileSync(path.join(__dirname, '../../../docs/cli.md'), 'utf8');
const SCRIPT = path.join(__dirname, 'bundle', 'kir.cjs');

interface Step {
  readonly command: string;
  readonly output: string;
}

/** The commands of the page in order, each with the output that the page shows. */
function stepsOf(page: string): readonly Step[] {
  const blocks = [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const end = step.indexOf('\n');
        return { command: step.slice(0, end), output: step.slice(end + 1) };
      }),
  );
}

it('docs/cli.md shows what its commands print', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kir-docs-'));
  try {
    const steps = stepsOf(PAGE);
    expect(steps.length).toBeGreaterThan(10);
    for (const { command, output } of steps) {
      const script = `kir() { "${process.execPath}" "${SCRIPT}" "$@"; }; { ${command}; } 2>&1 || true`;
      const printed = execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'] } });
      expect({ command, output: printed }).toEqual({ command, output });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
