import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const CHECK = path.resolve(__dirname, '../../imports.mjs');

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'kirchhoff-imports-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const plant = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};

const check = (): { passes: boolean; says: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, root], { encoding: 'utf8' });
  return { passes: status === 0, says: `${stdout}${stderr}` };
};

describe('the import check passes', () => {
  test('what points along the arrows', () => {
    plant('packages/coherence/src/core/graph.ts', `import { add } from '../integer.js';`);
    plant('packages/coherence/src/core/graph.test.ts', `import { readFileSync } from 'node:fs';`);
    plant(
      'packages/kernel/src/monomers/logic/bits.ts',
      `import { form } from '../../smt-lib/forms.js';\nimport { MAX } from '../../limits.js';`,
    );
    plant('packages/kernel/src/monomers/soundness.test.ts', `import { check } from '../certificate/check.js';`);
    plant('packages/kernel/src/certificate/digest.ts', `export { sha256Hex } from '#sha256';`);
    plant('packages/kernel/src/certificate/sha256-of-node.ts', `import { createHash } from 'node:crypto';`);
    plant('packages/targets/src/js.ts', `import type { Program } from '@kirchhoff/coherence';`);
    plant('services/registry/src/routes.ts', `import { type Database, type Route } from '@kirchhoff/platform';`);
    expect(check()).toEqual({ passes: true, says: '8 sources, 0 imports against the rules\n' });
  });
});

describe('the import check refuses', () => {
  const violations: readonly [what: string, file: string, text: string][] = [
    ['the engine importing a service part', 'packages/coherence/src/a.ts', `import { logger } from '@kirchhoff/platform';`],
    ['the kernel importing the language', 'packages/kernel/src/a.ts', `import { read } from '@kirchhoff/language/program/read';`],
    ['the kernel importing the prover', 'packages/kernel/src/a.ts', `import { certify } from '@kirchhoff/prover';`],
    ['the language importing the prover', 'packages/language/src/a.ts', `import { certify } from '@kirchhoff/prover';`],
    ['the engine importing the targets', 'packages/coherence/src/a.ts', `export * from '@kirchhoff/targets/js';`],
    ['the platform importing the engine', 'packages/platform/src/a.ts', `import type { Program } from '@kirchhoff/coherence';`],
    ['one service importing another', 'services/registry/src/a.ts', `const x = require('@kirchhoff/compiler');`],
    [
      'a folder of the kernel importing one above',
      'packages/kernel/src/monomers/logic/bits.ts',
      `import type { Context } from '../../smt/context.js';`,
    ],
    ['a folder of the kernel without a layer', 'packages/kernel/src/new/a.ts', `export const a = 1;`],
    ['a path out of the package', 'services/registry/src/a.ts', `import { a } from '../../compiler/src/a.js';`],
    ['a Node module in the engine', 'packages/coherence/src/a.ts', `import { readFileSync } from 'node:fs';`],
    ['what Node alone loads by its path', 'packages/kernel/src/certificate/a.ts', `import { sha256Hex } from './sha256-of-node.js';`],
    ['a Node module without its prefix', 'packages/targets/src/a.ts', `import fs from 'fs/promises';`],
    ['a Node module loaded late', 'packages/targets/src/a.ts', `const os = await import('os');`],
    ['a Node module for its effect alone', 'packages/targets/src/a.ts', `import 'node:test';`],
    ['an import over several lines', 'packages/coherence/src/a.ts', `import {\n  a,\n  b,\n} from "@kirchhoff/platform";`],
    [
      'a file that declares routes and knows Prisma',
      'services/registry/src/a.ts',
      `import { Prisma, type Route, route } from '@kirchhoff/platform';`,
    ],
    [
      'a file that declares routes and knows the database',
      'services/registry/src/a.ts',
      `import { route } from '@kirchhoff/platform';\nimport type { Database } from '@kirchhoff/platform';`,
    ],
    ['a package without an arrow', 'packages/new/src/a.ts', `export const a = 1;`],
  ];
  test.each(violations)('%s', (_what, file, text) => {
    plant(file, text);
    const { passes, says } = check();
    expect(passes).toBe(false);
    expect(says).toContain(file);
  });
});
