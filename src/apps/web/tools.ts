// What is done with tools besides keeping and calling them, as everybody else sees it. It loads with the first use of any of it.
import { deferred, once } from '../../core/deferred.ts';
import type { FinishedCall } from '../../tools/invoke-deps.ts';
import type { AppToolsDeps, ToolParts } from './tool-parts.ts';
import type { AppTools } from './app-tools.ts';

/** And what the app itself does with it. */
export type OpenTools = AppTools & Pick<ToolParts, 'find' | 'record' | 'carryUsage'>;

export function openTools(deps: AppToolsDeps): OpenTools {
  const parts = once(async () => new (await import('./tool-parts.ts')).ToolParts(deps));
  return {
    ...deferred(parts, [...LATE]),
    record: (call: FinishedCall) =>
      void parts().then(
        (made) => made.record(call),
        () => undefined,
      ),
  };
}

const LATE = [
  'runs',
  'search',
  'operations',
  'writer',
  'cases',
  'usage',
  'links',
  'checkUp',
  'find',
  'carryUsage',
] as const;
