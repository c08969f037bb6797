// OCR of a chat's picture, for models without image input. Loads with the first such picture.
import type { Extensions } from '../../core/extensions.ts';
import { type Picture, pictureUrl } from '../../core/picture.ts';
import type { RecognitionSettings } from '../../core/settings.ts';

/** Each request repeats the pictures of its chat, so the last texts are cached. */
const KEPT = 50;
const texts = new Map<string, Promise<string>>();

/** Returns an empty text when there is none, it cannot be read now, or OCR is off. Never rejects. */
export async function readPicture(
  extensions: Pick<Extensions, 'of'>,
  settings: RecognitionSettings,
  picture: Picture,
  signal: AbortSignal,
): Promise<string> {
  const [open] = await extensions.of('textRecognition');
  if (!open || !settings.on) return '';
  const known = texts.get(picture.id);
  if (known) return known;
  const reading = open(settings)
    .then((recognition) => recognition.picture(blobOf(picture), { signal }))
    .then(({ lines }) => lines.map(({ text }) => text).join('\n'));
  texts.set(picture.id, reading);
  for (const [oldest] of texts) if (texts.size > KEPT) texts.delete(oldest);
  return reading.catch(() => {
    texts.delete(picture.id);
    return '';
  });
}

/** @throws Error for an invalid picture */
function blobOf(picture: Picture): Blob {
  if (pictureUrl(picture) === undefined) throw new Error('no picture');
  const bytes = Uint8Array.from(atob(picture.data), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: picture.type });
}
