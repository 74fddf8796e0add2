import type { CircuitProgram } from '@kirchhoff/coherence';
import { fileNameOf } from '../file-name.js';
import { type Checks, guards, noChecks, openChecks } from '../plan/checks.js';
import { Names } from '../plan/names.js';
import { at } from '../plan/plan.js';
import type { CompiledProgram, CompileOptions, Emitter } from '../target.js';
import { type Module, writeCircuit, writeComponent } from './graph-function.js';
import { harness } from './harness.js';
import { RESERVED } from './reserved.js';
import { Runtime } from './runtime/runtime.js';
import { Room, Writer } from './writer.js';

/**
 * Emits an ES module without dependencies. Its function takes an object of inputs in the JSON form of values, and returns outputs
 * in that form. It also accepts bigints for wide integers and Uint8Arrays for bytes. Inside, integers that may leave ±(2^53−1)
 * are bigints, all others numbers. Lists are arrays, bytes Uint8Arrays, records objects, `none` is null.
 */
export const javascript: Emitter = {
  target: { id: 'js', aliases: ['javascript'], language: 'JavaScript', version: 'ES2022', extension: 'mjs', media_type: 'text/javascript' },
  emit: emitJavaScript,
};

const MAIN = 'main.mjs';

function emitJavaScript(program: CircuitProgram, options: CompileOptions): CompiledProgram | null {
  const { harness: withHarness = false } = options;
  const circuit = moduleOf(program, options);
  if (circuit === null) return null;
  const path = program.name === 'main' && withHarness ? 'circuit.mjs' : `${fileNameOf(program.name)}.mjs`;
  const file = { path, content: circuit.text };
  if (!withHarness) return { files: [file], entry: path, run: [], compiled: circuit.text };
  const main = { path: MAIN, content: harness(`./${path}`, circuit.exported) };
  return { files: [file, main], entry: MAIN, run: [`node ${MAIN}`], compiled: circuit.text };
}

/** Returns null for a program that exceeds the length limit. */
function moduleOf(program: CircuitProgram, options: CompileOptions): { readonly text: string; readonly exported: string } | null {
  const { core, sourceMap } = program;
  const room = new Room();
  const writer = new Writer(room);
  const runtime = new Runtime(room);
  const names = new Names(RESERVED);
  // Taken first, so that no component takes the name of the exported function.
  const exported = names.fresh(program.name);
  const checks = checksOf(program, options);
  const module: Module = { core, checks, writer, runtime, names, exported, components: [] };
  for (const [index, component] of core.components.slice(0, core.calledComponents).entries()) {
    module.components.push(writeComponent(module, component, at(sourceMap.components, index)));
  }
  writeCircuit(module, at(core.graphs, 0), at(sourceMap.graphs, 0));
  if (room.isExceeded) return null;
  const header = [`// ${program.name}: compiled by Kirchhoff from the circuit ${program.hash}.`, ...headerOf(options)];
  const parts = [header.join('\n'), runtime.text('errors'), writer.text(), runtime.text('functions'), runtime.text('declarations')].map(
    (part) => part.trim(),
  );
  return { text: `${parts.filter((part) => part !== '').join('\n\n')}\n`, exported };
}

function checksOf({ core }: CircuitProgram, { certified, guards: wantsGuards = true, evidence }: CompileOptions): Checks {
  if (!certified) return openChecks(core);
  return wantsGuards ? guards(core, evidence) : noChecks(core);
}

function headerOf({ certified, guards: wantsGuards = true }: CompileOptions): readonly string[] {
  if (!certified) return ['// OPEN: what is not proven is checked as it runs.'];
  const closed = '// Closed: every operation below is proven to succeed for all inputs that pass the checks.';
  return wantsGuards ? [closed, '// What a solver or a run of every input has proven is guarded as it runs.'] : [closed];
}
