// Grants that allow nothing. Replays and tests run with these, and everything else begins from them.
import { Outbound } from '../outbound.ts';
import { Taint } from '../taint.ts';
import type { Grants } from './grants.ts';

/** New ones for each run: a run adds what it reads to its taint. */
export function noGrants(given: Partial<Grants> = {}): Grants {
  return {
    hosts: [],
    folder: '',
    files: {},
    writes: false,
    cautious: true,
    // Nothing is sent.
    outbound: new Outbound(() => undefined),
    taint: new Taint(),
    approve: async () => false,
    callTool: async () => ({ result: null }),
    asksToSend: false,
    asksFirst: false,
    tokenHosts: [],
    store: undefined,
    before: undefined,
    ...given,
  };
}
