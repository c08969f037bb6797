// The parameter types a block offers. Pure.
export const PARAMETER_TYPES: readonly string[] = [
  'string',
  'integer',
  'number',
  'boolean',
  'array',
  'object',
];
