// Recognises a pasted text that is a Lua tool, so that it goes to the same review as its file. Pure.

const TOOL = /tool\s*=\s*\{/y;
const NAME = /^[^\n]*?\bname\s*=\s*["']([A-Za-z0-9_-]{1,64})["']/m;
/** Characters: longer texts are documents. */
const MOST = 200_000;

/** @returns the tool as a file with its name */
export function pastedTool(text: string): File | undefined {
  if (text.length > MOST) return undefined;
  TOOL.lastIndex = startOfCode(text);
  if (!TOOL.test(text)) return undefined;
  return new File([text], `${NAME.exec(text)?.[1] ?? 'tool'}.lua`, { type: 'text/x-lua' });
}

/** Where the first code stands, after comments. */
function startOfCode(text: string): number {
  let at = 0;
  for (;;) {
    while (/[\s\uFEFF]/.test(text[at] ?? '')) at += 1;
    if (!text.startsWith('--', at)) return at;
    const end = text.startsWith('--[[', at) ? text.indexOf(']]', at) + 1 : text.indexOf('\n', at);
    if (end <= 0) return text.length;
    at = end + 1;
  }
}
