// Makes invisible characters visible: what a person approves must be what the tool gets.
//
// - Line breaks and tabs stay: they can be seen for what they are.
// - Everything else that draws nothing, or that changes the order in which text is drawn, becomes `U+XXXX`.

export interface TextPiece {
  text: string;
  /** True for a `U+XXXX` that stands for one hidden character. */
  hidden: boolean;
}

/**
 * Control, format (bidi, zero width, tags), line and paragraph separators, private use, lone surrogates, unassigned; and
 * letters and marks that draw nothing though they count as letters or marks (Hangul fillers, variation selectors,
 * grapheme joiner, Braille blank, Khmer inherent vowels), and odd spaces.
 */
const HIDDEN =
  // eslint-disable-next-line no-misleading-character-class -- each of them is meant alone
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFFA0\uFE00-\uFE0F\u{E0100}-\u{E01EF}]|(?! )\p{Zs}/u;

export function visibleText(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  for (const character of text) {
    const hidden = character !== '\n' && character !== '\t' && HIDDEN.test(character);
    const shown = hidden ? `U+${codeOf(character)}` : character;
    const last = pieces.at(-1);
    if (last && !last.hidden && !hidden) last.text += shown;
    else pieces.push({ text: shown, hidden });
  }
  return pieces;
}

/** The text without what cannot be seen. */
export function withoutHidden(text: string): string {
  return visibleText(text)
    .flatMap((piece) => (piece.hidden ? [] : piece.text))
    .join('');
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
