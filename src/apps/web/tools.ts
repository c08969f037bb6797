// Tool operations beyond storing and calling, as other parts see them. Each loads on first use.
import { deferred, once } from '../../core/deferred.ts';
import type { FinishedCall } from '../../tools/invoke-deps.ts';
import type { AppToolsDeps, ToolParts } from './tool-parts.ts';
import type { AppTools } from './app-tools.ts';

/** Plus the operations of the app itself. */
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
