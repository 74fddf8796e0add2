import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { check } from '@kirchhoff/kernel/certificate/check';
import { encodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import { OptionValue } from '@kirchhoff/kernel/values/value';
import type { Program } from '@kirchhoff/language/program/program';
import { certificateVectors } from '../../testing/certificate-vectors.js';
import { programOf } from '../../testing/outcome.js';

/** The tarball that `npm pack` makes of the kernel, installed with `@noble/hashes` only. */
const KERNEL = join(__dirname, '../../../../kernel');

interface Packed {
  readonly check: typeof check;
  readonly NONE: OptionValue;
}

/** Replaces the `none` of the reader by the packed kernel's, which is an object of another class. */
function inValuesOf(packed: Packed, program: Program): Program {
  const { graphs, components } = program.core;
  for (const node of [...graphs, ...components].flatMap(({ nodes }) => nodes)) {
    if (node.op === 'literal' && node.value instanceof OptionValue) Reflect.set(node, 'value', packed.NONE);
  }
  return program;
}

test('the kernel works from its tarball, with hash functions beside it and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
  try {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: KERNEL });
    const [tarball = ''] = readdirSync(folder);
    const packed = join(folder, 'node_modules/@kirchhoff/kernel');
    mkdirSync(packed, { recursive: true });
    execFileSync('tar', ['xzf', join(folder, tarball), '-C', packed, '--strip-components=1']);
    const hashes = join(KERNEL, 'node_modules/@noble/hashes');
    cpSync(hashes, join(folder, 'node_modules/@noble/hashes'), { recursive: true, dereference: true });
    const unpacked: Packed = createRequire(join(folder, 'index.js'))('@kirchhoff/kernel');
    for (const { name, source, certificate, refused } of certificateVectors()) {
      const checked = unpacked.check(inValuesOf(unpacked, programOf(source)), encodeUtf8(certificate));
      expect([name, checked.valid ? null : checked.refused]).toEqual([name, refused]);
    }
    expect(readdirSync(packed).toSorted()).toEqual(['MONOMERS.md', 'TRUST.md', 'certificate.schema.json', 'dist', 'package.json']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
