import { MONOMERS } from '@kirchhoff/kernel/monomers/catalog';
import { LIBRARY } from '../library/library.js';
import { hintForCall } from '../syntax/foreign.js';
import type { GraphBuilder } from './builder.js';

/** Suggests an operation for an unknown name; `undefined` if no name is near. */
export function hintForOperation(name: string, { components, reports }: GraphBuilder): string | undefined {
  const said = hintForCall(name);
  if (said !== undefined) return said;
  return reports.nearName(name, /^[A-Z]/.test(name) ? [...MONOMERS.map((each) => each.name), ...LIBRARY.keys()] : components.keys());
}
