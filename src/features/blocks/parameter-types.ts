// The types that a parameter in a block can have. Pure.
export const PARAMETER_TYPES: readonly string[] = [
  'string',
  'integer',
  'number',
  'boolean',
  'array',
  'object',
];
