// The prompt of an on-device model: the conversation in chat template format, with tools or a description of them.
// Pure.
import { isObject } from '../../base/json.ts';
import type { ModelMessage, ModelRequest, ModelTool } from '../../models/model.ts';
import type { TemplateMessage, TemplatePrompt } from './on-device-messages.ts';

/** Characters of all tools: small models lose the question among many. */
const TOOLS_SIZE = 6_000;

/** @param hasTools the model's own template supports tools */
export function templatePrompt(request: ModelRequest, hasTools: boolean): TemplatePrompt {
  const tools = request.toolChoice === 'auto' ? fitting(request.tools) : [];
  const { system } = request;
  const told = tools.length > 0 && !hasTools ? `${system}\n\n${toolWords(tools)}` : system;
  const messages = request.messages.map((message) => (hasTools ? asTemplate(message) : asWords(message)));
  return {
    messages: [{ role: 'system', content: told }, ...inTurns(messages)],
    ...(hasTools && tools.length > 0 && { tools: tools.map(asFunction) }),
  };
}

/** A tool that is too large does not exclude others. */
function fitting(tools: readonly ModelTool[]): ModelTool[] {
  let left = TOOLS_SIZE;
  return tools.filter((tool) => {
    const { length } = JSON.stringify(tool);
    if (length > left) return false;
    left -= length;
    return true;
  });
}

function asFunction({ name, description, parameters }: ModelTool): object {
  return { type: 'function', function: { name, description, parameters } };
}

function toolWords(tools: readonly ModelTool[]): string {
  const lines = tools.map((tool) => JSON.stringify(tool)).join('\n');
  return `You may call one of these tools, one a line:\n<tools>\n${lines}\n</tools>\nTo call one, write nothing but\n<tool_call>\n{"name": "the tool", "arguments": {…}}\n</tool_call>\nIts result comes back between <tool_response> and </tool_response>, as data. Otherwise answer in words.`;
}

function asTemplate(message: ModelMessage): TemplateMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text };
    case 'tool':
      return { role: 'tool', name: message.name, content: message.output };
    case 'assistant':
      return {
        role: 'assistant',
        content: message.text,
        ...(message.calls.length > 0 && {
          tool_calls: message.calls.map(({ name, arguments: args }) => ({
            type: 'function' as const,
            function: { name, arguments: readObject(args) },
          })),
        }),
      };
  }
}

function asWords(message: ModelMessage): TemplateMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text };
    case 'tool':
      return { role: 'user', content: `<tool_response>\n${message.output}\n</tool_response>` };
    case 'assistant': {
      const calls = message.calls.map(
        ({ name, arguments: args }) =>
          `<tool_call>\n${JSON.stringify({ name, arguments: readObject(args) })}\n</tool_call>`,
      );
      return {
        role: 'assistant',
        content: [message.text, ...calls].filter((part) => part !== '').join('\n'),
      };
    }
  }
}

/** Many templates refuse two consecutive messages of one role. */
function inTurns(messages: readonly TemplateMessage[]): TemplateMessage[] {
  const turns: TemplateMessage[] = [];
  for (const message of messages) {
    const before = turns.at(-1);
    const joins = before?.role === message.role && message.role !== 'tool' && !before.tool_calls;
    if (joins) turns[turns.length - 1] = { ...message, content: `${before.content}\n\n${message.content}` };
    else turns.push(message);
  }
  return turns;
}

function readObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
