// OCR in the knowledge worker: images and scanned pages on their way into the library.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) =>
  offer('textRecognition', async (chosen) => (await import('./open-recognition.ts')).openRecognition(chosen));
export default register;
