// A title or heading without Markdown formatting, for display. Pure.

/** Overrides, embeddings and isolates: `report\u202efdp.exe` would read `reportexe.pdf`. Marks for a side may stay. */
const STEERING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Removes characters that reverse or reorder what follows them. */
export function withoutSteering(text: string): string {
  return text.replace(STEERING, '');
}

/** Removes only paired marks around something; `*args`, `a_b` and a lone backtick stay. */
export function plainTitle(title: string): string {
  return withoutSteering(title)
    .replace(/(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, (_, _marks: string, code: string) => code.trim())
    .replace(/(?<![\\*])\*\*(?=\S)([^*]+?)(?<=\S)\*\*(?!\*)/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1');
}
