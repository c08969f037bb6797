// Set-up of all unit tests: property tests have the same seed each time, so that `npm test` does not fail by chance.
// `npm run fuzz` gives them a fresh one.
import fc from 'fast-check';

const SEED = 20_260_101;

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? SEED) });
