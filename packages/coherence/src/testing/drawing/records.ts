import { destructured, fits, literal, named } from './build.js';
import type { Drawing, DrawnNames } from './drawing.js';
import { someValue } from './inputs.js';
import { fieldNames } from './loops.js';
import type { DrawnExpression, DrawnName, DrawnType, DrawnWire } from './tree.js';

type RecordType = Extract<DrawnType, { readonly kind: 'record' }>;

/**
 * Generates a record field by field, or updates a record in scope: with new values in the fields that do not fit, and in some
 * others.
 */
export function recordOf(drawing: Drawing, type: RecordType, scope: DrawnNames, depth: number): DrawnExpression {
  const { random } = drawing;
  const field = ({ name, type: each }: DrawnName) => ({ name, value: drawing.of(each, scope, depth) });
  const known = scope.filter((each) => haveSameTypes(each.type, type));
  if (random.oneIn(2)) return { type, form: 'record', fields: type.fields.map(field) };
  const record = known.length === 0 ? literal(type, someValue(type, random)) : named(random.pick(known));
  const other = type.fields.filter((each, index) => !fieldFits(record.type, each, index));
  const changed = type.fields.filter((each) => other.includes(each) || random.oneIn(2));
  const fields = (changed.length === 0 ? type.fields.slice(0, 1) : changed).map(field);
  return { type, form: 'update', record, fields };
}

function fieldFits(record: DrawnType, { type }: DrawnName, index: number): boolean {
  const field = record.kind === 'record' ? record.fields[index] : undefined;
  return field !== undefined && fits(field.type, type);
}

/** Returns true for records with the same field names, and with fields that are integers, booleans or of the same tags. */
function haveSameTypes(a: DrawnType, b: RecordType): boolean {
  return (
    a.kind === 'record' &&
    a.fields.length === b.fields.length &&
    a.fields.every(({ name, type }, index) => {
      const other = b.fields[index];
      return other?.name === name && ((type.kind === 'integer' && other.type.kind === 'integer') || fits(type, other.type));
    })
  );
}

/** Generates a wire that binds names to fields of a record. */
export function fieldWire(drawing: Drawing, record: DrawnExpression): DrawnWire {
  if (record.type.kind !== 'record') throw new Error('no record');
  return destructured(record, fieldNames(drawing, record.type));
}
