// How often a slow property is tried: a fifth in `npm test`, where the seed is always the same, and all in `npm run fuzz`.
const IN_TESTS = 5;

/** @param whole how often `npm run fuzz` tries it */
export function runs(whole: number): { numRuns: number } {
  return { numRuns: process.env['PROPERTY_SEED'] === undefined ? Math.ceil(whole / IN_TESTS) : whole };
}
