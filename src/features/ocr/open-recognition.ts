// The single recogniser of this thread: the page or the knowledge worker.
import type { TextRecognition } from '../../core/ports/text-recognition.ts';
import type { RecognitionSettings } from '../../core/settings.ts';
import { languagesToRead } from './languages.ts';
import { Recogniser } from './recogniser.ts';

let languages: string[] = [];
let made: Recogniser | undefined;

export function openRecognition(chosen: RecognitionSettings): TextRecognition {
  languages = languagesToRead(chosen.languages, navigator.languages).map(({ code }) => code);
  made ??= new Recogniser(
    () =>
      new Worker(new URL('./recognition-worker.ts', import.meta.url), {
        type: 'module',
        name: 'text recognition',
      }),
    () => languages,
  );
  return made;
}
