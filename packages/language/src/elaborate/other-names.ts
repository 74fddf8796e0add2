import { MONOMERS } from '@kirchhoff/kernel/monomers/catalog';
import { LIBRARY } from '../library/library.js';
import { hintForCall } from '../syntax/foreign.js';
import type { GraphBuilder } from './builder.js';

/** A hint at the operation that was meant by a name that nothing has; `undefined` where none is near. */
export function hintForOperation(name: string, { components, reports }: GraphBuilder): string | undefined {
  const said = hintForCall(name);
  if (said !== undefined) return said;
  return reports.nearName(name, /^[A-Z]/.test(name) ? [...MONOMERS.map((each) => each.name), ...LIBRARY.keys()] : components.keys());
}
