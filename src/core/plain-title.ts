// A title or heading as people read it: without the marks of Markdown. Pure.

/** Only marks that come in pairs around something go; `*args`, `a_b` and a lone backtick stay. */
export function plainTitle(title: string): string {
  return title
    .replace(/(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, (_, _marks: string, code: string) => code.trim())
    .replace(/(?<![\\*])\*\*(?=\S)([^*]+?)(?<=\S)\*\*(?!\*)/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1');
}
