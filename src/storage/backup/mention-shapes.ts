// Validates the mentions of a question from an untrusted file. It keeps mentions that Perilune would write itself, and
// pictures that the app could have attached.
import { imageSize } from 'image-size';
import type { Mention } from '../../core/conversation.ts';
import { PICTURE_TYPES, pictureUrl, type Picture } from '../../core/picture.ts';
import { either, number, oneOf, record, text, type Shape } from '../../base/shape.ts';

/** Base64 characters of a picture. The app scales a picture before it attaches it; this leaves room. */
const LONGEST = 8_000_000;
/** The app attaches nothing larger, and a browser decodes the whole picture to show it. */
const MOST_PIXELS = 64_000_000;

const picture: Shape = (value) =>
  record({
    kind: oneOf('picture'),
    ...{ id: text, title: text, type: oneOf(...PICTURE_TYPES), data: text, width: number, height: number },
  })(value) && isShowable(value as Picture);

const mention = either(
  record({ kind: oneOf('document'), id: text, title: text }, { attached: oneOf(true) }),
  record({ kind: oneOf('source', 'collection', 'prompt'), id: text, title: text }),
  picture,
);

/** Returns the valid mentions, each id once; undefined when there is none. */
export function fittingMentions(value: unknown): Mention[] | undefined {
  const seen = new Set<string>();
  const fitting = (Array.isArray(value) ? (value as unknown[]) : []).filter((one): one is Mention => {
    if (!mention(one) || seen.has((one as Mention).id)) return false;
    seen.add((one as Mention).id);
    return true;
  });
  return fitting.length > 0 ? fitting : undefined;
}

/** Reads the size from the file itself: a record may claim any. */
function isShowable(one: Picture): boolean {
  if (one.data.length > LONGEST || pictureUrl(one) === undefined) return false;
  try {
    const { width, height } = imageSize(Uint8Array.from(atob(one.data), (char) => char.charCodeAt(0)));
    return width * height <= MOST_PIXELS;
  } catch {
    return false;
  }
}
