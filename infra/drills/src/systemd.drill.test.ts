import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runProgram, tryProgram } from './harness/programs.js';
import { REPOSITORY } from './harness/services.js';
import { removeFolders, temporaryFolder } from './harness/stores.js';
import { drill, toolPath } from './harness/tools.js';
import { settingsOf } from './kubernetes.fixture.js';

const UNITS = join(REPOSITORY, 'infra/systemd');
/** The greatest exposure by `systemd-analyze security`, of 100; systemd calls less than 50 good enough. */
const MAX_EXPOSURE = '20';

drill('the units of systemd', ['systemd-analyze'], () => {
  let root: string;
  let units: readonly string[];

  /** Puts units into a root of their own, with all that they refer to. */
  const install = async (change: (unit: string) => string = (unit) => unit) => {
    for (const unit of units) {
      const text = change(await readFile(join(UNITS, unit), 'utf8'));
      // An instance of a template.
      await put(join('etc/systemd/system', unit.replace('@.', '@1.')), text);
    }
  };
  const put = async (path: string, text: string) => {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const instances = () => units.map((unit) => unit.replace('@.', '@1.'));
  const verify = async () => tryProgram(toolPath('systemd-analyze'), ['verify', `--root=${root}`, '--man=no', ...instances()]);

  beforeAll(async () => {
    root = await temporaryFolder();
    units = (await readdir(UNITS)).filter((file) => file.endsWith('.service'));
    await put('usr/bin/node', '');
    await chmod(join(root, 'usr/bin/node'), 0o755);
    for (const target of ['sysinit', 'basic', 'shutdown', 'network-online', 'multi-user', 'system']) {
      await put(`usr/lib/systemd/system/${target}.target`, `[Unit]\nDescription=${target}\n`);
    }
  });
  afterAll(removeFolders);

  it('are right', async () => {
    expect(units).toHaveLength(4);
    await install();
    expect(await verify()).toEqual({ code: 0, output: '' });
  });

  it('are found to be wrong if a directive is misspelt', async () => {
    await install((unit) => unit.replace('ProtectHome', 'ProtectHouse'));
    expect((await verify()).output).toContain("'ProtectHouse' in section");
  });

  it('leave a process few rights', async () => {
    await install();
    const files = instances().map((unit) => join(root, 'etc/systemd/system', unit));
    await runProgram(toolPath('systemd-analyze'), ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, '--no-pager', ...files]);
    await install((unit) =>
      unit
        .replace(/^CapabilityBoundingSet=$/m, '')
        .replace('NoNewPrivileges=yes', '')
        .replace('PrivateUsers=yes', ''),
    );
    const worse = await tryProgram(toolPath('systemd-analyze'), ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, ...files]);
    expect(worse.code).not.toBe(0);
  });

  it('set only settings of their process, start what exists, and give it 30 s to end', async () => {
    for (const unit of units) {
      const text = await readFile(join(UNITS, unit), 'utf8');
      const [, entry = ''] = /^ExecStart=\/usr\/bin\/node (\S+)/m.exec(text) ?? [];
      expect(await readFile(join(REPOSITORY, entry), 'utf8')).not.toBe('');
      const settings = settingsOf(entry);
      if (settings === undefined) continue;
      const named = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
        line.split(' ').map((each) => each.replace(/=.*/, '')),
      );
      expect(named.filter((name) => name !== 'NODE_ENV' && !settings.has(name))).toEqual([]);
      expect(text).toMatch(/^TimeoutStopSec=30$/m);
      expect(text).toMatch(/^EnvironmentFile=\/etc\/kirchhoff\/\w+\.env$/m);
    }
  });
});
