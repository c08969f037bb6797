// Characters that are invisible to a person but read by a model. Pure.

/** Control and format characters (direction, zero width, tags), private use, lone surrogates; line breaks and tabs stay. */
export const UNSEEN =
  // eslint-disable-next-line no-misleading-character-class -- each of them is meant alone
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}\u034F\u115F\u1160\u3164\uFFA0\u{E0100}-\u{E01EF}]/gu;
