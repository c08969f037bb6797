// Reads sentences aloud with a voice of this device, or with one of the browser's service when the user agreed to it.
import { Failure } from '../../core/errors.ts';
import { canSpeak } from './speech-support.ts';
import { voiceSettings, type VoiceSettings } from './voice-settings.ts';

/** Voices load after the page in some browsers. In milliseconds. */
const VOICES_WITHIN = 1500;

/** @returns the voices of this browser; empty when it has none */
export async function voicesOf(): Promise<readonly SpeechSynthesisVoice[]> {
  if (!canSpeak()) return [];
  const now = speechSynthesis.getVoices();
  if (now.length > 0) return now;
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      speechSynthesis.removeEventListener('voiceschanged', done);
      resolve(speechSynthesis.getVoices());
    };
    const timer = setTimeout(done, VOICES_WITHIN);
    speechSynthesis.addEventListener('voiceschanged', done);
  });
}

/**
 * The voice for a text: the chosen one if it speaks the language, else the first that does, on this device first.
 * @param language ISO 639-1
 * @returns undefined when no voice may be used
 */
export function voiceFor<
  Voice extends Pick<SpeechSynthesisVoice, 'voiceURI' | 'lang' | 'localService' | 'default'>,
>(
  voices: readonly Voice[],
  language: string,
  { voice: chosen, sendsTexts }: Pick<VoiceSettings, 'voice' | 'sendsTexts'>,
): Voice | undefined {
  const allowed = voices.filter(({ localService }) => localService || sendsTexts);
  const speaks = ({ lang }: Voice): boolean => lang.toLowerCase().split(/[-_]/)[0] === language;
  const rank = (voice: Voice): number =>
    (speaks(voice) ? 8 : 0) +
    (voice.voiceURI === chosen ? 4 : 0) +
    (voice.localService ? 2 : 0) +
    (voice.default ? 1 : 0);
  return allowed.toSorted((one, other) => rank(other) - rank(one))[0];
}

/**
 * Reads sentences one after the other. Resolves when all are read, or when `signal` aborts.
 * @throws Failure `unavailable` when there is no voice, or when the voice fails
 */
export async function readAloud(
  sentences: readonly string[],
  language: string,
  signal: AbortSignal,
): Promise<void> {
  const settings = voiceSettings();
  const voices = await voicesOf();
  const voice = voiceFor(voices, language, settings);
  if (!voice) throw new Failure('unavailable', noVoice(voices.length > 0));
  speechSynthesis.cancel();
  const stop = (): void => speechSynthesis.cancel();
  signal.addEventListener('abort', stop);
  try {
    for (const sentence of sentences) {
      if (signal.aborted) return;
      await speak(sentence, voice, settings.rate, signal);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function noVoice(hasOthers: boolean): string {
  return hasOthers
    ? 'All voices in this browser use its maker’s service. Allow the service in Settings, Voice, or install a voice on this device.'
    : 'This browser has no voices. Install one in your system settings, then try again.';
}

function speak(text: string, voice: SpeechSynthesisVoice, rate: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const utterance = new SpeechSynthesisUtterance(text);
    Object.assign(utterance, { voice, lang: voice.lang, rate });
    utterance.onend = () => resolve();
    utterance.onerror = ({ error }) => {
      if (signal.aborted || error === 'canceled' || error === 'interrupted') resolve();
      else
        reject(
          new Failure(
            'unavailable',
            `The voice “${voice.name}” failed (${error}). Choose another one in Settings, Voice.`,
          ),
        );
    };
    // Some browsers report nothing for what was cancelled.
    signal.addEventListener('abort', () => resolve(), { once: true });
    speechSynthesis.speak(utterance);
  });
}
