// papaparse for Node: a CommonJS module whose named exports only a bundler finds.
import { createRequire } from 'node:module';

export const { parse } = createRequire(import.meta.url)('papaparse');
