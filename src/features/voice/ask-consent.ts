// Asks before speech leaves this device.
import { mount, unmount } from 'svelte';
import { languageName } from './dictate.ts';
import ServiceConsent from './ServiceConsent.svelte';
import { changeVoiceSettings } from './voice-settings.ts';

/** @returns whether the user agreed; the answer is kept until it is changed in Settings */
export function askConsent(language: string): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = mount(ServiceConsent, {
      target: document.body,
      props: {
        language: languageName(language),
        onanswer: (agrees: boolean) => {
          if (agrees) changeVoiceSettings({ sendsSpeech: true });
          void unmount(dialog);
          resolve(agrees);
        },
      },
    });
  });
}
