// The names of the built-ins for scripts, and of their runs.
export { RUN_SCRIPT } from '../../core/script-result.ts';

/** The built-in that reads stored results. */
export const READ_OUTPUT = 'read_output';

/** The script's name in messages: `script:3: …`. */
export const SCRIPT = 'script';
