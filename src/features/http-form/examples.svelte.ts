// Example responses by tool, while the page is open: they are not part of a tool.
import { SvelteMap } from 'svelte/reactivity';
import type { Json } from '../../base/json.ts';

const kept = new SvelteMap<string, Json>();

export const examples = {
  of: (tool: string): Json | undefined => kept.get(tool),
  keep: (tool: string, example: Json): void => void kept.set(tool, example),
  forget: (tool: string): void => void kept.delete(tool),
};
