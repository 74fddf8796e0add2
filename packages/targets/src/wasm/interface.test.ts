import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { compile } from '../compile.js';
import { targetNamed } from '../targets.js';
import { circuitOf } from '../testing/reference.js';
import { inFolder, writeFiles } from '../testing/wasm-toolchain.js';

/** Runs JavaScript that has a loader as `circuit`, and returns what it logs, a value a line. */
function logged(source: string, script: string): readonly unknown[] {
  const target = targetNamed('wasm');
  if (target === undefined) throw new Error('no WebAssembly');
  const compilation = compile(circuitOf(source), target, { certified: false, allowOpen: true });
  if (!compilation.ok) throw new Error(compilation.message);
  const { files } = compilation.program;
  return inFolder((folder) => {
    const own = path.join(folder, 'own');
    writeFiles(own, files);
    const loader = files.find((file) => file.path.endsWith('.mjs'))?.path;
    const whole = `import * as circuit from './${loader}';
      const log = (value) => console.log(JSON.stringify(value));
      const refusal = (run) => { try { return { ok: run() }; } catch (error) { return { ...error, name: error.name, message: error.message }; } };
      ${script}`;
    writeFiles(path.join(folder, 'script'), [{ path: 'script.mjs', content: whole.replace('./', '../own/') }]);
    const output = execFileSync(process.execPath, [path.join(folder, 'script', 'script.mjs')], { encoding: 'utf8' });
    return output
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  });
}

const ECHO = `circuit echo {
  input octets: bytes[..4]
  input wide: i64
  input list: [i64; ..3]
  input record: (o: (bytes[..2])?, n: (bool?)?)
  output octets_out: bytes[..4]
  output wide_out: i64
  output list_out: [i64; ..3]
  output record_out: (o: (bytes[..2])?, n: (bool?)?)
  octets_out = octets
  wide_out = wide
  list_out = list
  record_out = record
}`;

test('bytes may be given as a Uint8Array and wide integers as bigints; what comes out is the JSON form, and may go in again', () => {
  const [out, again] = logged(
    ECHO,
    `const inputs = { octets: Uint8Array.of(1, 255), wide: -(2n ** 63n), list: [2n ** 53n, 7n, 7], record: { o: Uint8Array.of(0), n: { some: null } } };
     const out = circuit.echo(inputs);
     log(out);
     log(circuit.echo(Object.fromEntries(Object.entries(out).map(([name, value]) => [name.replace('_out', ''), value]))));`,
  );
  expect(out).toEqual({
    octets_out: 'Af8=',
    wide_out: '-9223372036854775808',
    list_out: ['9007199254740992', '7', '7'],
    record_out: { o: 'AA==', n: { some: null } },
  });
  expect(again).toEqual(out);
});

test('a refusal names the port and the path, and the next call succeeds', () => {
  const [wrong, deep, right] = logged(
    'circuit two {\n input xs: [(a: text[..3] of "a-z"); ..3]\n input h: hostname\n output y: 0..3\n y = LENGTH(xs)\n}',
    `log(refusal(() => circuit.two({ xs: [], h: '-' })));
     log(refusal(() => circuit.two({ xs: [{ a: 'b' }, { a: 'B' }], h: '-' })));
     log(circuit.two({ xs: [{ a: 'b' }], h: 'a.example' }));`,
  );
  expect(wrong).toMatchObject({ name: 'DomainError', port: 'h', path: '' });
  expect(deep).toMatchObject({ name: 'DomainError', port: 'xs', path: '[1].a' });
  expect(right).toEqual({ y: 1 });
});

test('lone surrogates are refused, and a byte order mark is kept', () => {
  const told = logged(
    'circuit e {\n input t: text[..9]\n output u: text[..9]\n u = t\n}',
    `for (const t of ['\\ufeffa', '\\ud7ff\\ue000\\u{1f389}', '\\ud800', '\\udfff', '\\ue000\\ud83c', '\\udf89\\ud83c']) log(refusal(() => circuit.e({ t })).ok ?? null);`,
  );
  expect(told).toEqual([{ u: '\ufeffa' }, { u: '\ud7ff\ue000🎉' }, null, null, null, null]);
});

test('an array is read by its length, and a getter may call the circuit', () => {
  const told = logged(
    'circuit q {\n input xs: [0..9; ..2]\n output y: -100..0\n y = 100 / (LENGTH(xs) - 5)\n}',
    `log(circuit.q({ xs: Object.assign([1], { [Symbol.iterator]: () => [1, 1, 1, 1, 1].values() }) }));
     const nested = [3, 4];
     Object.defineProperty(nested, 0, { get: () => { log(circuit.q({ xs: [] })); return 3; } });
     log(circuit.q({ xs: nested }));`,
  );
  expect(told).toEqual([{ y: -25 }, { y: -20 }, { y: -33 }]);
});

test('entropy comes from the host, which a caller may replace; its answers are checked', () => {
  const source = `circuit chance {
  input lo: i64
  input hi: i64
  output now: i64
  output dice: i64
  output id: text[36]
  output home: (text[..4096])?
  require lo <= hi
  now = NOW()
  dice = RANDOM(lo, hi)
  id = UUID()
  home = ENV("NAME")
}`;
  const told = logged(
    source,
    `const inputs = { lo: 7, hi: 7 };
     log(Object.keys(circuit.host));
     log(circuit.chance({ lo: '-9223372036854775808', hi: '9223372036854775807' }).id.length);
     Object.assign(circuit.host, { now: () => 5, uuid: () => '00000000-0000-4000-8000-000000000000', env: (name) => name + '\\u00e9' });
     log(circuit.chance(inputs));
     circuit.host.env = () => null;
     log(circuit.chance(inputs).home);
     for (const wrong of [{ now: () => -1 }, { now: () => 5, random: () => 8n }, { random: () => 7 }, { random: () => 7n, uuid: () => '' }]) {
       Object.assign(circuit.host, wrong);
       log(refusal(() => circuit.chance(inputs)));
     }`,
  );
  expect(told.slice(0, 4)).toEqual([
    ['now', 'random', 'uuid', 'env'],
    36,
    { now: '5', dice: '7', id: '00000000-0000-4000-8000-000000000000', home: 'NAME\u00e9' },
    null,
  ]);
  for (const refused of told.slice(4)) expect(refused).toMatchObject({ name: 'DomainError', port: null });
});

test('memory is free again after each call, also after one that fails', () => {
  const told = logged(
    'circuit grow {\n input xs: [i64; ..1_000]\n input d: 0..9\n output y: i64\n output z: [i64; ..2_000]\n z = JOIN(xs, xs)\n y = GET(z, 0) / d\n}',
    `const xs = Array.from({ length: 1_000 }, (_, i) => i);
     for (let i = 0; i < 3_000; i += 1) refusal(() => circuit.grow({ xs, d: i % 2 }));
     log(process.memoryUsage().arrayBuffers < 2 ** 23);
     log(circuit.grow({ xs: [9], d: 3 }));`,
  );
  expect(told).toEqual([true, { y: '3', z: ['9', '9'] }]);
});

test('a caller without a loader is refused values outside the domains', () => {
  const source = `circuit raw {
  input n: 0..9
  input b: bool
  input e: enum { a, b }
  input t: text[..2]
  input xs: [0..9; ..2]
  output y: 0..9
  y = if b and e == .a and TEXT_LENGTH(t) > 0 { n } else { LENGTH(xs) }
}`;
  const told = logged(
    source,
    `import { readFileSync } from 'node:fs';
     const { instance } = await WebAssembly.instantiate(readFileSync(new URL('../own/raw.wasm', import.meta.url)));
     const { memory, mark, release, alloc, run, failure } = instance.exports;
     const answer = (n, b, e, text, xs, count = xs.length) => {
       const before = mark();
       const t = alloc(8 + text.length);
       const list = alloc(8 + 8 * xs.length);
       const start = alloc(40);
       const view = new DataView(memory.buffer);
       view.setUint32(t, text.length, true);
       text.forEach((byte, i) => view.setUint8(t + 8 + i, byte));
       view.setUint32(list, count, true);
       xs.forEach((x, i) => view.setBigInt64(list + 8 + 8 * i, x, true));
       view.setBigInt64(start, n, true);
       [b, e, t, list].forEach((word, i) => view.setInt32(start + 8 + 8 * i, word, true));
       try { return Number(view.getBigInt64(run(start), true)); } catch { return 'failure ' + failure(); } finally { release(before); }
     };
     log(answer(4n, 1, 0, [0xc3, 0xa9], [1n]));
     log(answer(10n, 1, 0, [], []));
     log(answer(-1n, 1, 0, [], []));
     log(answer(4n, 2, 0, [], []));
     log(answer(4n, 1, 2, [], []));
     log(answer(4n, 1, 0, [0xc3], []));
     log(answer(4n, 1, 0, [97, 97, 97], []));
     log(answer(4n, 1, 0, [], [10n]));
     log(answer(4n, 1, 0, [], [], 3));
     log(answer(4n, 0, 1, [], [1n, 2n]));`,
  );
  const failed = told.slice(1, -1);
  expect([told[0], told.at(-1)]).toEqual([4, 2]);
  for (const answer of failed) expect(answer).toMatch(/^failure \d+$/);
  // One failure for each port.
  expect(new Set(failed).size).toBe(5);
});
