// What a run gets that is answered by what was noted down before, as a replay or a case is: nothing.
import type { Json } from '../base/json.ts';
import { Outbound } from '../core/outbound.ts';
import type { Grants } from './tool-runner.ts';

/** Should it ask for anything, it is refused, or gets nothing. */
export const NO_GRANTS: Grants = {
  hosts: [],
  folder: '',
  files: {},
  writes: false,
  cautious: false,
  // Nothing of it is ever sent.
  outbound: new Outbound(() => undefined),
  approve: async () => false,
  callTool: async () => ({ result: null as Json }),
};
