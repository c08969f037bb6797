// Converts tool names from the endpoint's spelling back to their own.
import { fromWireName, wireName } from '../core/definition.ts';
import type { ModelEvent, ModelTool } from './model.ts';

/** Yields the events of a stream with the tools' own names. */
export async function* withOwnNames(
  events: AsyncIterable<ModelEvent>,
  tools: readonly ModelTool[],
): AsyncGenerator<ModelEvent, void> {
  const changed = tools.map(({ name }) => name).filter((name) => wireName(name) !== name);
  if (changed.length === 0) return yield* events;
  const own = (name: string): string =>
    tools.some((tool) => tool.name === name) ? name : (fromWireName(name, changed) ?? name);
  for await (const event of events) {
    if (event.type === 'call_started') yield { ...event, name: own(event.name) };
    else if (event.type === 'call_finished')
      yield { ...event, call: { ...event.call, name: own(event.call.name) } };
    else yield event;
  }
}
