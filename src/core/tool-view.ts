// How a tool says that its result is best looked at. A hint for the screen: it grants nothing, and any other view stays one click away.
import { Failure } from './errors.ts';

export const TOOL_VIEWS = ['table', 'chart', 'tree', 'markdown', 'text'] as const;

export type ToolView = (typeof TOOL_VIEWS)[number];

export function isToolView(value: unknown): value is ToolView {
  return TOOL_VIEWS.includes(value as ToolView);
}

/** @throws Failure `bad_request` that names the views there are. */
export function toToolView(value: unknown, field: string): ToolView | undefined {
  if (value === undefined || value === null) return undefined;
  if (isToolView(value)) return value;
  const names = TOOL_VIEWS.map((view) => `"${view}"`);
  throw new Failure('bad_request', `${field} must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
}
