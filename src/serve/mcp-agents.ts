// `prompts/list` and `prompts/get`: each agent is a prompt. Its instructions are the first message, because prompts
// have no system message.
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { Failure } from '../core/errors.ts';
import type { Served } from './served.ts';

export function answerAgents(server: Server, served: Served): void {
  server.setRequestHandler('prompts/list', async () => ({
    prompts: (await served.agents()).map(({ name, description, arguments: asked }) => ({
      name,
      description,
      arguments: asked,
    })),
  }));
  server.setRequestHandler('prompts/get', async ({ params }, { mcpReq }) => {
    try {
      const { system, messages } = await served.prompt(params.name, params.arguments ?? {}, mcpReq.signal);
      return {
        messages: [{ role: 'user' as const, content: system }, ...messages].map(({ role, content }) => ({
          role,
          content: { type: 'text' as const, text: content },
        })),
      };
    } catch (problem) {
      if (!(problem instanceof Failure)) throw problem;
      const code =
        problem.code === 'tool_error' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
      throw new ProtocolError(code, problem.message);
    }
  });
}
