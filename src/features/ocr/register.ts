// OCR: turns images and scanned pages into text on this device, for the library and chats.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('textRecognition', async (chosen) => (await import('./open-recognition.ts')).openRecognition(chosen));
  offer('settingsSection', {
    id: 'recognition',
    label: 'Text recognition',
    settings: ['Read pictures and scanned pages', 'OCR', 'Languages of text recognition'],
    after: 'search',
    load: () => import('./settings/RecognitionSection.svelte'),
  });
};
export default register;
