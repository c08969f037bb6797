// The view a tool prefers for its result. A hint for the screen: it grants nothing, and every other view is one click
// away.
import { Failure } from './errors.ts';

export const TOOL_VIEWS = ['table', 'chart', 'tree', 'markdown', 'text'] as const;

export type ToolView = (typeof TOOL_VIEWS)[number];

export function isToolView(value: unknown): value is ToolView {
  return TOOL_VIEWS.includes(value as ToolView);
}

/** @throws Failure `bad_request` that lists the valid views. */
export function toToolView(value: unknown, field: string): ToolView | undefined {
  if (value === undefined || value === null) return undefined;
  if (isToolView(value)) return value;
  const names = TOOL_VIEWS.map((view) => `"${view}"`);
  throw new Failure('bad_request', `${field} must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
}
