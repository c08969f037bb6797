// Dictation: speech as text, on this device where the browser can, else by its maker's service when the user agreed.
import { Failure } from '../../core/errors.ts';
import { recognition } from './speech-support.ts';

export type Place = 'device' | 'download' | 'service' | 'nowhere';

/** Where speech in a language would be recognized. `download`: on this device, once its data is there. Never rejects. */
export async function placeOf(language: string): Promise<Place> {
  const Recognition = recognition();
  if (!Recognition) return 'nowhere';
  const state = await Recognition.available?.({ langs: [language], processLocally: true }).catch(
    () => 'unavailable',
  );
  if (state === 'available') return 'device';
  if (state === 'downloadable' || state === 'downloading') return 'download';
  return 'service';
}

/** Downloads what the device needs for a language. @throws Failure `unavailable` */
export async function download(language: string): Promise<void> {
  const done = await recognition()
    ?.install?.({ langs: [language], processLocally: true })
    .catch(() => false);
  if (done !== true)
    throw new Failure(
      'unavailable',
      'The download for dictation failed. Check your connection, then try again.',
    );
}

export interface Dictation {
  /** BCP 47. */
  language: string;
  onDevice: boolean;
  /** Ends listening; what was heard so far is kept. */
  signal: AbortSignal;
  /** Everything heard so far; the end of it may still change. */
  onText: (text: string) => void;
}

/**
 * Listens until the speaker pauses.
 * @returns what was said; empty when nothing was heard
 * @throws Failure `denied` without a microphone, `unavailable` without the service
 */
export function dictate({ language, onDevice, signal, onText }: Dictation): Promise<string> {
  const Recognition = recognition();
  if (!Recognition) throw new Failure('unavailable', 'This browser can’t recognize speech.');
  const listener = new Recognition();
  listener.lang = language;
  listener.interimResults = true;
  listener.continuous = false;
  if (onDevice) listener.processLocally = true;
  return new Promise((resolve, reject) => {
    let text = '';
    const stop = (): void => listener.stop();
    listener.onresult = ({ results }) => {
      text = Array.from(results, ({ 0: best }) => best?.transcript ?? '')
        .join('')
        .trim();
      onText(text);
    };
    listener.onerror = ({ error }) => {
      // `onend` follows: silence and an end by hand are no failures.
      if (error !== 'no-speech' && error !== 'aborted') reject(failureOf(error, language));
    };
    listener.onend = () => {
      signal.removeEventListener('abort', stop);
      resolve(text);
    };
    signal.addEventListener('abort', stop);
    listener.start();
  });
}

function failureOf(error: string, language: string): Failure {
  switch (error) {
    case 'not-allowed':
      return new Failure(
        'denied',
        'The browser doesn’t let this page use the microphone. Allow it in the address bar, then try again.',
      );
    case 'audio-capture':
      return new Failure('denied', 'No microphone was found. Connect one, then try again.');
    case 'language-not-supported':
      return new Failure(
        'unavailable',
        `This browser can’t recognize ${languageName(language)}. Choose another language in Settings, Voice.`,
      );
    default:
      return new Failure(
        'unavailable',
        `The browser’s speech service didn’t answer (${error}). Check your connection, then try again.`,
      );
  }
}

/** What a language is called in the language of the page, such as `German (Austria)`. */
export function languageName(tag: string): string {
  try {
    return (
      new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'language' }).of(tag) ?? tag
    );
  } catch {
    return tag;
  }
}
