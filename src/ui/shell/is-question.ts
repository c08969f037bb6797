// Decides whether text typed into the palette is a question, rather than the name of a command, tool or document.
// Pure.
const STARTS =
  /^(?:what|which|who|whom|whose|when|where|why|how|can|could|may|must|should|do|does|did|is|are|was|were|will|wie|was|wer|wann|wo|warum|welche[rsn]?|kann|qui|que|quel(?:le)?s?|quand|où|comment|pourquoi|qué|cuál(?:es)?|quién|cuándo|dónde|cómo|por qué)\s+\S/iu;
/** Names rarely have this many words. */
const MANY = 4;

export function isQuestion(text: string): boolean {
  const words = text.trim();
  if (words === '') return false;
  return /[?？؟]$/u.test(words) || STARTS.test(words) || words.split(/\s+/).length >= MANY;
}
