// Has Blockly ask in the app's own dialog instead of the browser's, and give its hints where the app gives them, while
// blocks are on screen.
import { dialog } from 'blockly/core';
import { toasts } from '../../ui/components/toasts.svelte.ts';
import type { Question } from './block-question.ts';

/** Answers what gives the questions back to the browser. */
export function askByDialog(ask: (question: Question) => void): () => void {
  dialog.setPrompt((message, start, callback) =>
    ask({ kind: 'prompt', message, start, answer: (text) => callback(text ?? null) }),
  );
  dialog.setConfirm((message, callback) =>
    ask({ kind: 'confirm', message, answer: (text) => callback(text !== undefined) }),
  );
  dialog.setAlert((message, callback) => ask({ kind: 'alert', message, answer: () => callback?.() }));
  const told = new Set<string>();
  dialog.setToast((_, { message, id, oncePerSession }) => {
    if (oncePerSession && id !== undefined && told.has(id)) return;
    if (id !== undefined) told.add(id);
    toasts.notice(message);
  });
  return () => {
    dialog.setToast();
    dialog.setPrompt();
    dialog.setConfirm();
    dialog.setAlert();
  };
}
