// Setup of all unit tests: property tests always use the same seed, so `npm test` does not fail by chance. `npm run
// fuzz` uses a fresh one.
import fc from 'fast-check';

const SEED = 20_260_101;

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? SEED) });
