// The notice shown when no model looks at the pictures of a question.
import type { Notice } from '../core/conversation.ts';

const notice = (text: string): Notice => ({ type: 'notice', code: 'no_pictures', text });

export const MODEL_TAKES_NO_PICTURES = notice('This model can’t read pictures, so they were not sent.');

export const MODEL_READS_PICTURES = notice(
  'This model can’t read pictures. It got the text recognized in them, which may contain wrong letters.',
);

export const NO_MODEL_FOR_PICTURES = notice(
  'No model is connected to read the pictures. Connect a model that reads pictures, then ask again.',
);
