// A title or heading without Markdown formatting, for display. Pure.

/** Removes only paired marks around something; `*args`, `a_b` and a lone backtick stay. */
export function plainTitle(title: string): string {
  return title
    .replace(/(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, (_, _marks: string, code: string) => code.trim())
    .replace(/(?<![\\*])\*\*(?=\S)([^*]+?)(?<=\S)\*\*(?!\*)/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1');
}
