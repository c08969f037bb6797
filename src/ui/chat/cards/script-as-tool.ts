// Converts a model's script to a draft of a tool: the same text as a function body, ready for review. Pure.
import { luaString } from '../../../lua-language/write-lua.ts';

export interface ToolFile {
  name: string;
  text: string;
}

/** @param reason the script's purpose: becomes the tool's description and name. */
export function scriptAsTool(source: string, reason: string): ToolFile {
  const description = reason.replace(/\s+/g, ' ').trim() || 'Made from a script';
  const name = nameFrom(description);
  const text = `tool = {
  name = ${luaString(name)},
  version = "0.1.0",
  description = ${luaString(description)},
  parameters = {},
  -- A model wrote it: each call asks, until you say otherwise.
  approve = true,
}

function tool.execute(params, context)
${source.trimEnd()}
end
`;
  return { name: `${name}.lua`, text };
}

/** `count_words_in_the_library`: derives a tool name from the first words of a sentence. */
function nameFrom(sentence: string): string {
  const words = sentence.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.slice(0, 5).join('_').slice(0, 40).replace(/_$/, '') || 'from_script';
}
