// While blocks are on screen, makes Blockly ask in the app's own dialog instead of the browser's, and show its hints
// as the app does.
import { dialog } from 'blockly/core';
import { toasts } from '../../ui/components/toasts.svelte.ts';
import type { Question } from './block-question.ts';

/** Returns a function that restores the browser's dialogs. */
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
