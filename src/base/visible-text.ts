// Makes invisible characters visible, so that a person approves exactly what the tool receives.
//
// - Line breaks and tabs stay, because they are visible.
// - Every other character that draws nothing, or changes the drawing order, becomes `U+XXXX`.

export interface TextPiece {
  text: string;
  /** True for a `U+XXXX` that replaces one hidden character. */
  hidden: boolean;
}

/**
 * Control, format (bidi, zero width, tags), line and paragraph separators, private use, lone surrogates and
 * unassigned characters; letters and marks that draw nothing (Hangul fillers, variation selectors, grapheme joiner,
 * Braille blank, Khmer inherent vowels); and unusual spaces.
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

/** Returns the text without invisible characters. */
export function withoutHidden(text: string): string {
  return visibleText(text)
    .flatMap((piece) => (piece.hidden ? [] : piece.text))
    .join('');
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
