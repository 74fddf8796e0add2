import type { Program } from '@kirchhoff/coherence';
import { checksOf } from '../plan/checks.js';
import { Names } from '../plan/names.js';
import { at } from '../plan/plan.js';
import type { CompileOptions } from '../target.js';
import { Room } from '../writing/room.js';
import { type Module, writeComponent } from './graph-function.js';
import { RESERVED } from './reserved.js';
import { Runtime } from './runtime/runtime.js';
import { Writer } from './writer.js';

/** The text of a module, and the name of its exported function. */
export interface EmittedModule {
  readonly text: string;
  readonly exported: string;
}

/** The name that a module exports its function under, if it is free, and the further names that its code uses. */
export interface ModuleNames {
  readonly exported: string;
  readonly reserved: readonly string[];
}

/**
 * Writes the module of a program: its components, then what `write` adds, then the pieces of the runtime that these use. Returns
 * null for a program that exceeds the length limit.
 */
export function moduleOf(
  program: Program,
  options: CompileOptions,
  { exported: wanted, reserved }: ModuleNames,
  write: (module: Module) => void,
): EmittedModule | null {
  const { core, sourceMap, type, name, hash } = program;
  const room = new Room();
  const writer = new Writer(room);
  const runtime = new Runtime(room);
  const names = new Names([...RESERVED, ...reserved]);
  // Taken first, so that no component takes the name of the exported function.
  const exported = names.fresh(wanted);
  const checks = checksOf(core, options);
  const module: Module = { core, checks, writer, runtime, names, exported, components: [] };
  for (const [index, component] of core.components.slice(0, core.calledComponents).entries()) {
    module.components.push(writeComponent(module, component, at(sourceMap.components, index)));
  }
  write(module);
  if (room.isExceeded) return null;
  const header = [`// ${name}: compiled by Kirchhoff from the ${type} ${hash}.`, ...headerOf(options)];
  const parts = [header.join('\n'), runtime.text('errors'), writer.text(), runtime.text('functions'), runtime.text('declarations')].map(
    (part) => part.trim(),
  );
  return { text: `${parts.filter((part) => part !== '').join('\n\n')}\n`, exported };
}

function headerOf({ certified, guards: wantsGuards = true }: CompileOptions): readonly string[] {
  if (!certified) return ['// OPEN: what is not proven is checked as it runs.'];
  const closed = '// Closed: every operation below is proven to succeed for all inputs that pass the checks.';
  return wantsGuards ? [closed, '// What a solver or a run of every input has proven is guarded as it runs.'] : [closed];
}
