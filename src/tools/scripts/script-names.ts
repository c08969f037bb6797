// The names of the built-ins for scripts, and of what their runs are called.
export { RUN_SCRIPT } from '../../core/script-result.ts';

/** The built-in that reads what was kept aside. */
export const READ_OUTPUT = 'read_output';

/** What messages about a script call it: `script:3: …`. */
export const SCRIPT = 'script';
