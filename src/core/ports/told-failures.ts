// What a browser's agent learns of a failed call. Chromium replaces the message of a rejected call by a general one, so
// a failure is a result: `{ "error": { "code", "message" } }`, as over HTTP and in the page API.
import { toErrorData } from '../errors.ts';
import type { ModelContextTool } from './model-context.ts';

export function withToldFailures(tool: ModelContextTool): ModelContextTool {
  return {
    ...tool,
    async execute(input, client) {
      try {
        return await tool.execute(input, client);
      } catch (problem) {
        const { code, message } = toErrorData(problem);
        return { error: { code, message } };
      }
    },
  };
}
