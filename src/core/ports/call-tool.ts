// Calls of other tools by a running script. A contract.
import type { Json } from '../../base/json.ts';
import type { ToolResult } from '../call.ts';

/** Implements `tools.NAME{…}`. `onWaiting` reports when a person is being asked. */
export type CallTool = (
  name: string,
  args: Json,
  signal: AbortSignal,
  onWaiting: (waiting: boolean) => void,
) => Promise<ToolResult>;
