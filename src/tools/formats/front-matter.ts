// Splits a file into the YAML between its first two lines of dashes and the text below. Pure.

export interface FrontMatter {
  yaml: string;
  body: string;
}

/** @returns undefined when the file doesn't begin with front matter */
export function splitFrontMatter(text: string): FrontMatter | undefined {
  const open = /^\uFEFF?---[ \t]*\r?\n/.exec(text);
  if (!open) return undefined;
  const close = /^---[ \t]*(?:\r?\n|$)/m.exec(text.slice(open[0].length));
  if (!close) return undefined;
  const after = open[0].length + close.index;
  return { yaml: text.slice(open[0].length, after), body: text.slice(after + close[0].length) };
}
