// Bundles `kir` into one script with z3 and the layout of pictures beside it: dist/bundle.

import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.join(here, 'dist', 'bundle');
const solver = createRequire(path.join(here, '..', 'solver', 'package.json'));
const pictures = createRequire(path.join(here, '..', 'pictures', 'package.json'));
const z3 = path.join(path.dirname(solver.resolve('z3-solver')));

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await build({
  entryPoints: [path.join(here, 'dist', 'main.js')],
  outfile: path.join(out, 'kir.cjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: true,
  keepNames: true,
  legalComments: 'none',
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'warning',
  plugins: [
    {
      // z3 finds its WebAssembly beside its own script. The layout of pictures has half of the code,
      // and would be parsed by every command.
      name: 'beside',
      setup: (bundling) => {
        bundling.onResolve({ filter: /elk\.bundled\.js$/ }, () => ({ path: './elk.js', external: true }));
        bundling.onResolve({ filter: /z3-built$/ }, () => ({ path: './z3-built.js', external: true }));
      },
    },
  ],
});
// Executable, so that a link to it in a folder of the `PATH` is a command.
await chmod(path.join(out, 'kir.cjs'), 0o755);
await copyFile(pictures.resolve('elkjs/lib/elk.bundled.js'), path.join(out, 'elk.js'));
await copyFile(path.join(z3, 'z3-built.js'), path.join(out, 'z3-built.js'));
await copyFile(path.join(z3, 'z3-built.wasm'), path.join(out, 'z3-built.wasm'));

const { version } = JSON.parse(await readFile(path.join(here, 'package.json'), 'utf8'));
const description = 'Certifies circuits: small programs that are proven total and deterministic';
const manifest = { name: 'kir', version, description, license: 'UNLICENSED', bin: { kir: 'kir.cjs' }, engines: { node: '>=20.19' } };
await writeFile(path.join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
