// `tools/list` and `tools/call`: schemas, annotations, progress, structured results, and approvals by the person
// behind the client.
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type Server,
  type ServerContext,
  type Tool as McpTool,
} from '@modelcontextprotocol/server';
import type { Json, JsonObject } from '../base/json.ts';
import { toErrorData, type ErrorData } from '../core/errors.ts';
import type { CallReport } from '../core/tool.ts';
import type { PausedCalls } from './paused-calls.ts';
import { ProgressNotes } from './progress-notes.ts';
import { questionText } from './question-text.ts';
import type { Served, ServedTool } from './served.ts';

export interface ToolAnswers {
  served: Served;
  paused: PausedCalls;
  /** Absent: nobody is asked, and calls that need approval are refused. */
  asks: boolean;
}

/** The single field of an elicitation. */
const ANSWER = 'approval';

export function answerTools(server: Server, deps: ToolAnswers): void {
  const { served } = deps;
  server.setRequestHandler('tools/list', async () => ({ tools: (await served.tools()).map(toMcp) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = (await served.tools()).find(({ name }) => name === params.name);
    if (!tool) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `no tool registered with name: ${params.name}`,
      );
    }
    const made = await call(server, deps, tool, params.arguments ?? {}, context);
    return 'resultType' in made ? made : server.projectCallToolResult(made, schemaOf(tool));
  });
}

function toMcp({ name, description, parameters, returns, effects }: ServedTool): McpTool {
  return {
    name,
    description,
    inputSchema: parameters as McpTool['inputSchema'],
    ...(returns && { outputSchema: returns as NonNullable<McpTool['outputSchema']> }),
    annotations: {
      readOnlyHint: effects.readsOnly,
      destructiveHint: !effects.readsOnly,
      openWorldHint: effects.sends,
    },
  };
}

function schemaOf({ returns }: ServedTool): Record<string, unknown> | undefined {
  return returns as Record<string, unknown> | undefined;
}

async function call(
  server: Server,
  { served, paused, asks }: ToolAnswers,
  tool: ServedTool,
  args: Record<string, unknown>,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { name } = tool;
  const { mcpReq, sessionId, http } = context;
  // For the earlier protocol the SDK ends a request only on a notification; a closed connection must end it too.
  const signal = http?.req ? AbortSignal.any([mcpReq.signal, http.req.signal]) : mcpReq.signal;
  const progress = new ProgressNotes(mcpReq);
  const caller = { kind: 'agent' as const, conversation: sessionId ?? 'mcp', call: crypto.randomUUID() };
  const watch = {
    caller,
    onProgress: (fraction: number, text: string | undefined) => progress.tell(fraction, text),
    onEmit: (text: string) => progress.tell(undefined, text),
  };
  try {
    if (!asks || !canAsk(server, context))
      return toResult(await served.call(name, args, { ...watch, signal }), tool);
    const of = JSON.stringify([name, args]);
    const state = mcpReq.requestState<string | undefined>();
    const found =
      typeof state === 'string'
        ? await paused.resume(state, of, isYes(mcpReq.inputResponses), signal)
        : await paused.begin(of, signal, (asking) => served.call(name, args, { ...watch, ...asking }));
    if ('outcome' in found) return toResult(found, tool);
    return inputRequired({
      inputRequests: {
        [ANSWER]: inputRequired.elicit({
          message: questionText(found.question),
          requestedSchema: { type: 'object', properties: {} },
        }),
      },
      requestState: found.state,
    });
  } catch (problem) {
    return toFailure(toErrorData(problem), tool);
  } finally {
    await progress.sent();
  }
}

function canAsk(server: Server, { mcpReq }: ServerContext): boolean {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {};
  const current = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const declared = (current ?? server.getClientCapabilities())?.elicitation;
  // A bare `elicitation: {}` means forms, as it did before there were other kinds.
  return declared !== undefined && (declared.form !== undefined || declared.url === undefined);
}

function isYes(responses: Record<string, unknown> | undefined): boolean {
  const answer = inputResponse(responses, ANSWER);
  return answer.kind === 'elicit' && answer.action === 'accept';
}

function toResult({ outcome }: CallReport, tool: ServedTool): CallToolResult {
  if (outcome.error) return toFailure(outcome.error, tool);
  const { result } = outcome;
  return {
    content: [{ type: 'text', text: textOf(result) }],
    ...(result !== null && { structuredContent: result as JsonObject }),
  };
}

/** Clients of the earlier protocol validate even failures against the tool's output schema. */
function toFailure({ code, message, details }: ErrorData, { returns }: ServedTool): CallToolResult {
  const error = { code, message, ...(details !== undefined && { details }) };
  return {
    isError: true,
    content: [{ type: 'text', text: message }],
    ...(!returns && { structuredContent: { error } }),
  };
}

function textOf(result: Json): string {
  return typeof result === 'string' ? result : JSON.stringify(result, null, 2);
}
