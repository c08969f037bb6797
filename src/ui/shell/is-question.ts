// Whether words typed into the palette ask something, rather than name a command, a tool or a document. Pure.
const STARTS =
  /^(?:what|which|who|whom|whose|when|where|why|how|can|could|may|must|should|do|does|did|is|are|was|were|will|wie|was|wer|wann|wo|warum|welche[rsn]?|kann|qui|que|quel(?:le)?s?|quand|où|comment|pourquoi|qué|cuál(?:es)?|quién|cuándo|dónde|cómo|por qué)\s+\S/iu;
/** So many words are seldom a name. */
const MANY = 4;

export function isQuestion(text: string): boolean {
  const words = text.trim();
  if (words === '') return false;
  return /[?？؟]$/u.test(words) || STARTS.test(words) || words.split(/\s+/).length >= MANY;
}
