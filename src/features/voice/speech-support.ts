// Which parts of the Web Speech API this browser has.
import type { RecognitionConstructor } from './recognition-types.ts';

/** The constructor of recognition, under either of its names. */
export function recognition(): RecognitionConstructor | undefined {
  const names = globalThis as { SpeechRecognition?: unknown; webkitSpeechRecognition?: unknown };
  return (names.SpeechRecognition ?? names.webkitSpeechRecognition) as RecognitionConstructor | undefined;
}

/** Whether there are voices shows later: they load after the page. */
export function canSpeak(): boolean {
  return 'speechSynthesis' in globalThis;
}
