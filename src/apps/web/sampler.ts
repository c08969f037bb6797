// Answers sampling requests of MCP servers with the default model, which gets only the server's text.
import type { Preferences } from '../../agent/preferences.ts';
import { Failure } from '../../core/errors.ts';
import { connectionsOf } from '../../core/settings.ts';
import type { Sampler } from '../../mcp/sampling.ts';

/** Maximum characters of an answer, because the user reads it before it is sent. */
const LONGEST = 50_000;

export function samplerOf(preferences: Pick<Preferences, 'connect' | 'current'>): Sampler {
  return async () => {
    const model = await preferences.connect();
    const [connection] = connectionsOf(preferences.current);
    if (!model || !connection) return undefined;
    return {
      name: connection.name || connection.model || model.id,
      async answer({ system, messages }, signal) {
        const request = {
          system,
          messages: messages.map(({ role, text }) =>
            role === 'user' ? { role, text } : { role, text, calls: [] },
          ),
          tools: [],
          toolChoice: 'none' as const,
        };
        let text = '';
        let isCut = false;
        for await (const event of model.stream(request, signal)) {
          if (event.type === 'text') text += event.delta;
          if (event.type === 'finish') isCut = event.reason === 'length';
          if (text.length > LONGEST) break;
        }
        if (text.trim() === '') throw new Failure('unavailable', 'the model wrote nothing');
        return {
          model: model.id,
          text: text.trim().slice(0, LONGEST),
          isCut: isCut || text.length > LONGEST,
        };
      },
    };
  };
}
