// Notices about a model that has not answered yet. The app's build translates their texts.
import type { Notice } from '../core/conversation.ts';
import type { ModelEvent } from '../models/model.ts';

/** The notice of a silence, or of a pause before the next attempt. */
export function waitingNotice({ seconds, retry }: ModelEvent & { type: 'waiting' }): Notice {
  return retry
    ? {
        type: 'notice',
        code: 'asked_to_wait',
        text: `The model’s provider asks to wait: next try in ${seconds} s.`,
        passing: true,
      }
    : {
        type: 'notice',
        code: 'waiting',
        text: `Still waiting for the model: no response for ${seconds} seconds.`,
        passing: true,
      };
}

/** @param share fraction from 0 to 1 */
export function downloadNotice(share: number): Notice {
  const percent = Math.floor(share * 100);
  const text = `The browser downloads its model: ${percent} %.`;
  return { type: 'notice', code: 'downloading', text, percent, passing: true };
}
