/** The outputs of a run. */
export const EVALUATED_SCHEMA = {
  title: 'Evaluated',
  type: 'object',
  additionalProperties: false,
  required: ['outputs'],
  properties: { outputs: { type: 'object', description: 'By port, in the JSON form of values.' } },
} as const;
