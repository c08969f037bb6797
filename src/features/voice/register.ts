// Voice: dictation of questions, answers read aloud, and both in turn without hands.
import type { Feature } from '../../core/extensions.ts';

const dictates = 'SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis;
/** Whether there are voices shows later: they load after the page. */
const speaks = 'speechSynthesis' in globalThis;

const register: Feature = (offer) => {
  if (dictates) {
    offer('attachItem', {
      label: 'Dictate',
      hint: 'Speech becomes text',
      run: async (composer, view) => {
        const [{ talk }, { askConsent }] = await Promise.all([
          import('./talk.svelte.ts'),
          import('./ask-consent.ts'),
        ]);
        await talk(composer, view, askConsent);
      },
    });
  }
  if (speaks) offer('answerAction', { load: () => import('./ReadAloud.svelte') });
  if (dictates || speaks) {
    offer('settingsSection', {
      id: 'voice',
      label: 'Voice',
      settings: ['Read aloud', 'Voice', 'Speed', 'Dictation', 'Hands-free', 'Microphone'],
      after: 'chats',
      load: () => import('./settings/VoiceSection.svelte'),
    });
  }
};
export default register;
