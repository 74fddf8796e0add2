import type { Schema } from './descriptions/document.js';

/** The settings of a process: a JSON Schema for each environment variable. */
interface SettingsSchema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** The settings of a process as the table that documents them, a line each, in the order of their names. */
export function settingsTable({ properties, required }: SettingsSchema): string {
  const lines = Object.entries(properties)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(
      ([name, schema]) =>
        `| \`${name}\` | ${preset(schema.default, required.includes(name))} | ${range(schema)} | ${schema.description ?? ''} |`,
    );
  return ['| variable | default | values | |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function preset(value: unknown, required: boolean): string {
  if (required) return 'must be set';
  return value === undefined ? '' : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}

type Property = SettingsSchema['properties'][string];

function range(schema: Property): string {
  const { enum: values, minimum, maximum } = schema;
  if (Array.isArray(values)) return values.map((value) => `\`${String(value)}\``).join(' ');
  if (minimum === undefined) return 'text';
  return maximum === undefined ? `from ${minimum}` : `${minimum} to ${maximum}`;
}
