// Prompts of MCP servers as commands: `/server:prompt`. The server's text goes into the question, where the user reads it
// before sending. The question stays marked as the server's.
import type { App } from '../../../apps/web/app.ts';
import type { Mention } from '../../../core/conversation.ts';
import type { McpPrompt, McpPromptText } from '../../../core/mcp-content.ts';
import type { ObjectSchema } from '../../../core/schema.ts';
import { asQuestion } from '../../../core/saved-prompt.ts';
import { Failure } from '../../../core/errors.ts';
import { openServers, patiently } from './resources.ts';
import type { Note } from './attach-files.ts';
import type { Suggestion } from './suggestion.ts';

/** A prompt whose arguments are still to be filled in. */
export interface PromptToFill {
  /** As typed: `server:prompt`. */
  name: string;
  description?: string;
  schema: ObjectSchema;
  initial: Record<string, string>;
  get(args: Record<string, string>): Promise<FilledPrompt>;
}

export interface FilledPrompt extends McpPromptText {
  mention: Mention;
}

/** Puts a prompt into the question, where the user can read, change and send it. */
export function usePrompt(
  composer: { draft: { text: string; mention(mention: Mention): void }; note: Note | undefined },
  { text, notes, mention }: FilledPrompt,
): void {
  composer.draft.text = asQuestion(text);
  composer.draft.mention(mention);
  const lines = [`From ${mention.title}. Read it, then choose Ask.`, ...notes];
  composer.note = { text: lines.join(' '), bad: false };
}

type WithServers = Pick<App, 'servers'>;

/** Prompts of all connected servers that match the typed text. */
export async function promptsFor(app: WithServers, query: string): Promise<Suggestion[]> {
  const wanted = query.toLowerCase();
  const all = await Promise.all(
    (await openServers(app)).map(async ({ id, name }) => {
      const prompts = await patiently(async () => (await (await app.servers()).content(id)).prompts());
      return prompts.map((prompt) => ({ called: `${name}:${prompt.name}`, prompt }));
    }),
  );
  return all
    .flat()
    .filter(({ called }) => isTypable(called) && called.toLowerCase().includes(wanted))
    .map(({ called, prompt }) => suggestionOf(called, prompt));
}

/** Whether the name can be typed as a command. */
function isTypable(called: string): boolean {
  return /^\w+:[\w.-]+$/.test(called);
}

function suggestionOf(called: string, prompt: McpPrompt): Suggestion {
  const takes = prompt.arguments.map(({ name, required }) => (required ? name : `${name}?`)).join(', ');
  return {
    id: `prompt ${called}`,
    title: `/${called}`,
    hint: prompt.description ?? prompt.title ?? 'prompt of an MCP server',
    ...(takes !== '' && { takes }),
    choice: { kind: 'command', name: called, takes: false, needs: false },
  };
}

/**
 * The prompt of a command. Text after the command becomes the first argument.
 * @returns the prompt's text, or a form if arguments are missing @throws Failure
 */
export async function promptOf(
  app: WithServers,
  called: string,
  rest: string,
): Promise<FilledPrompt | PromptToFill> {
  const [serverName = '', ...more] = called.split(':');
  const name = more.join(':');
  const servers = await app.servers();
  const server = (await servers.list()).find((one) => one.name.toLowerCase() === serverName.toLowerCase());
  if (!server)
    throw new Failure(
      'not_found',
      `There is no MCP server called ${serverName}. Type / to list commands. To send this as a question, put a space in front of it.`,
    );
  const content = await servers.content(server.id);
  const prompt = (await content.prompts()).find((one) => one.name === name);
  if (!prompt)
    throw new Failure(
      'not_found',
      `The server ${server.name} has no prompt ${name}. Type /${server.name}: to list its prompts.`,
    );
  const get = async (args: Record<string, string>): Promise<FilledPrompt> => ({
    ...(await content.prompt(name, args)),
    mention: { kind: 'prompt', id: `${server.name}:${name}`, title: `${server.name}:${name}` },
  });
  const [first, ...others] = prompt.arguments;
  const initial = first && rest !== '' ? { [first.name]: rest } : {};
  if (!first || (others.length === 0 && rest !== '')) return get(initial);
  return {
    name: `${server.name}:${name}`,
    ...(prompt.description !== undefined && { description: prompt.description }),
    schema: schemaOf(prompt),
    initial,
    get,
  };
}

function schemaOf({ arguments: args }: McpPrompt): ObjectSchema {
  const required = args.filter((one) => one.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      args.map(({ name, description }) => [
        name,
        { type: 'string', ...(description !== undefined && { description }) },
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
}
