// Grants that allow nothing. Replays and tests run with these, and all other grants start from them.
import { Outbound } from '../outbound.ts';
import { Taint } from '../taint.ts';
import type { Grants } from './grants.ts';

/** Created for each run, because a run adds what it reads to its taint. */
export function noGrants(given: Partial<Grants> = {}): Grants {
  return {
    hosts: [],
    folder: '',
    files: {},
    writes: false,
    cautious: true,
    // Sends nothing.
    outbound: new Outbound(() => undefined),
    taint: new Taint(),
    approve: async () => false,
    callTool: async () => ({ result: null }),
    asksToSend: false,
    asksFirst: false,
    tokenHosts: [],
    signIn: undefined,
    store: undefined,
    before: undefined,
    ...given,
  };
}
