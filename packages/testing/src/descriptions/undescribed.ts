import type { OpenApiDocument, Schema } from './document.js';

/**
 * Returns the places of fields and parameters without a description, and summaries with Markdown, which documentation pages show
 * unformatted. Constants need no description.
 */
export function undescribed({ paths, components }: OpenApiDocument): readonly string[] {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { summary, parameters = [], requestBody, responses }]) => {
      const place = `${method} ${path}`;
      const contents = [requestBody?.content ?? {}, ...Object.values(responses).map(({ content = {} }) => content)];
      const bodies = contents.flatMap((content) => Object.values(content).flatMap(({ schema }) => fieldsOf(place, schema)));
      const raw = summary.includes('`') ? [`${place} summary`] : [];
      return [...raw, ...parameters.flatMap(({ name, description }) => (description === undefined ? [`${place} ${name}`] : [])), ...bodies];
    }),
  );
  return [...operations, ...Object.entries(components.schemas).flatMap(([title, schema]) => fieldsOf(title, schema))];
}

/** It recurses into inline schemas; referenced ones are examined as components. */
function fieldsOf(place: string, value: unknown): readonly string[] {
  if (!isSchema(value)) return [];
  const properties = Object.entries(value.properties ?? {}).flatMap(([name, member]) => {
    const own = isSchema(member) && (member.description !== undefined || 'const' in member) ? [] : [`${place} ${name}`];
    return [...own, ...fieldsOf(`${place} ${name}`, member)];
  });
  const { items, additionalProperties, oneOf = [], anyOf = [], allOf = [] } = value;
  return [...properties, ...[items, additionalProperties, ...oneOf, ...anyOf, ...allOf].flatMap((member) => fieldsOf(place, member))];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
