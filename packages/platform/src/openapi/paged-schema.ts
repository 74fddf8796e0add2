import type { Schema } from '../http/responses.js';

/**
 * The schema of a page of a list, as every list answers.
 * @param title of the component, such as `CircuitPage`
 * @param member what holds the items, such as `circuits`
 */
export function pagedSchema(title: string, member: string, items: Schema): Schema {
  return {
    title,
    type: 'object',
    additionalProperties: false,
    required: [member, 'page', 'limit', 'total', 'pages'],
    properties: {
      [member]: { type: 'array', items },
      page: { type: 'integer', minimum: 1 },
      limit: { type: 'integer', minimum: 1 },
      total: { type: 'integer', minimum: 0, description: 'Exact to 10,000.' },
      pages: { type: 'integer', minimum: 0 },
      total_capped: { const: true, description: 'There where there are more than `total` says.' },
    },
  };
}
