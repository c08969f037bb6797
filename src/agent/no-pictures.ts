// The notice shown when no model looks at the pictures of a question.
import type { Notice } from '../core/conversation.ts';

const notice = (text: string): Notice => ({ type: 'notice', code: 'no_pictures', text });

export const MODEL_TAKES_NO_PICTURES = notice(
  'This model does not take pictures. It was asked without them.',
);

export const MODEL_READS_PICTURES = notice(
  'This model does not take pictures. It was given the text recognised in them, which may have wrong letters.',
);

export const NO_MODEL_FOR_PICTURES = notice(
  'No model is connected, so nothing looks at the pictures. Connect a model that takes pictures, then ask again.',
);
