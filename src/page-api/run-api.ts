// `window.perilune.runs`: the record of every call. Secrets appear in it by name only.
import type { App } from '../apps/web/app.ts';
import type { RunFilter, RunRecord, RunSummary } from '../core/run-record.ts';
import type { ToolResult } from '../core/call.ts';
import { checkAnyOf, checkFilterKeys, pageToken, resume, type PageRequest } from '../core/paging.ts';
import { answer, type Answer } from './answer.ts';
import { given } from './given-options.ts';
import type { ToolPageApp } from './import-answers.ts';

type Runs = Awaited<ReturnType<App['toolParts']['runs']>>;

/** `limit` is an older name of `pageSize`. */
export type RunListOptions = RunFilter & PageRequest & { limit?: number };

export interface RunApi {
  /**
   * Lists runs, newest first, up to `pageSize` at a time (default 50). `nextPageToken` is absent on the last page,
   * and carries the filter. Rejects with code `bad_request`.
   */
  list(filter?: RunListOptions): Promise<{ runs: RunSummary[]; nextPageToken?: string }>;
  /** Returns a run with arguments, result, log and host calls. Errors: `not_found`. */
  get(id: string): Promise<Answer<{ run: RunRecord }>>;
  /** Replays a run with its recorded answers, clock and random numbers. Sends nothing. Errors: `not_found`. */
  replay(id: string): Promise<Answer<Awaited<ReturnType<Runs['replay']>>>>;
  /** Makes the same call again, for real. Returns `{result}` or `{error}`. */
  repeat(id: string): Promise<ToolResult>;
  /** Deletes runs by id. */
  remove(ids: string[]): Promise<Answer<{ removed: number }>>;
  /** Deletes all runs. */
  clear(): Promise<void>;
  /** Exports runs as JSON Lines, oldest first. */
  export(filter?: RunFilter): Promise<string>;
}

const CALLER = { kind: 'page' } as const;

export function runApi(opening: Promise<Pick<ToolPageApp, 'toolParts'>>): RunApi {
  const runs = async (): Promise<Runs> => (await opening).toolParts.runs();
  return Object.freeze<RunApi>({
    async list(filter) {
      const { limit, pageSize = limit, pageToken: token, ...which } = given<RunListOptions>(filter);
      checkRunFilter(which);
      const { after, filter: kept, pageSize: size } = resume({ ...which, pageSize, pageToken: token });
      const { store } = await runs();
      const { runs: found, nextPageToken } = await store.list(kept, {
        ...(size !== undefined && { limit: size }),
        ...(after !== '' && { pageToken: after }),
      });
      const more = nextPageToken !== undefined && {
        nextPageToken: pageToken(nextPageToken, { ...kept, ...(size !== undefined && { pageSize: size }) }),
      };
      return structuredClone({ runs: found, ...more });
    },
    get: (id) => answer(async () => ({ run: await (await runs()).get(String(id)) })),
    replay: (id) => answer(async () => (await runs()).replay(String(id), CALLER)),
    async repeat(id) {
      const report = await answer(async () => (await runs()).repeat(String(id), CALLER));
      return report.error ? { error: report.error } : report.outcome;
    },
    remove: (ids) =>
      answer(async () => {
        const named = Array.isArray(ids) ? ids.map(String) : [];
        await (await runs()).store.remove(named);
        return { removed: named.length };
      }),
    clear: async () => (await runs()).store.clear(),
    async export(filter) {
      let text = '';
      const which = given<RunFilter>(filter);
      checkRunFilter(which);
      for await (const line of (await runs()).store.export(which)) text += line;
      return text;
    },
  });
}

function checkRunFilter(filter: RunFilter): void {
  checkFilterKeys(filter, ['tool', 'parent', 'caller', 'status', 'since', 'until', 'limit']);
  for (const field of ['tool', 'parent', 'caller', 'status'] as const) checkAnyOf(field, filter[field]);
}
