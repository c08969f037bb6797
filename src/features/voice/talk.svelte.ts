// Dictation into the composer, and hands-free mode: listen, ask, read the answer aloud, listen again.
import { toErrorData } from '../../core/errors.ts';
import type { ComposerState } from '../../ui/chat/composer/composer-state.svelte.ts';
import type { ConversationView } from '../../ui/chat/conversation-view.svelte.ts';
import { dictate, download, placeOf } from './dictate.ts';
import { readAnswer } from './read-answer.ts';
import { voiceSettings, type VoiceSettings } from './voice-settings.ts';

export type Agree = (language: string) => Promise<boolean>;

/**
 * Dictates into a composer; its **Stop** and Esc end it.
 * @param agree asks before speech leaves the device
 */
export async function talk(
  composer: ComposerState,
  view: () => ConversationView,
  agree: Agree,
): Promise<void> {
  if (composer.working) return;
  const control = new AbortController();
  try {
    const language = voiceSettings().language ?? navigator.language;
    const onDevice = await prepare(language, agree, composer);
    if (onDevice === undefined) return;
    const how = { language, onDevice, control };
    let heard = await listen(composer, how);
    while (heard && voiceSettings().handsFree && !control.signal.aborted) {
      const answer = await answerTo(composer, view, control.signal);
      if (!answer || control.signal.aborted) return;
      composer.working = control;
      composer.note = { text: 'Reading the answer aloud. Press Esc to stop.', bad: false };
      await readAnswer(answer, control.signal);
      if (control.signal.aborted) return;
      heard = await listen(composer, how);
    }
  } catch (error) {
    composer.note = { text: toErrorData(error).message, bad: true };
  } finally {
    if (composer.working === control) composer.working = undefined;
    if (composer.note?.bad === false) composer.note = undefined;
    composer.focus();
  }
}

/** @returns whether speech stays on the device; undefined: the user didn't agree that it leaves */
async function prepare(
  language: string,
  agree: Agree,
  composer: ComposerState,
): Promise<boolean | undefined> {
  const place = await placeOf(language);
  if (place === 'download') {
    composer.note = { text: 'Downloading the language for dictation…', bad: false };
    await download(language);
  }
  if (place === 'device' || place === 'download') return true;
  return voiceSettings().sendsSpeech || (await agree(language)) ? false : undefined;
}

interface Listening {
  language: string;
  onDevice: boolean;
  control: AbortController;
}

/** @returns whether anything was heard */
async function listen(composer: ComposerState, { language, onDevice, control }: Listening): Promise<boolean> {
  const before = composer.draft.text.trimEnd();
  const { handsFree }: VoiceSettings = voiceSettings();
  composer.working = control;
  composer.note = {
    text: handsFree ? 'Listening, hands-free. Press Esc to stop.' : 'Listening. Press Esc to stop.',
    bad: false,
  };
  const { signal } = control;
  const text = await dictate({
    language,
    onDevice,
    signal,
    onText: (text) => (composer.draft.text = [before, text].filter(Boolean).join(' ')),
  });
  composer.working = undefined;
  if (text === '' && !signal.aborted)
    composer.note = { text: 'Nothing was heard. Choose Dictate, then speak.', bad: true };
  return text !== '';
}

/**
 * Sends what was dictated, and waits for the answer.
 * @returns undefined when nothing was sent, the answer was stopped, or another chat is shown by now
 */
async function answerTo(composer: ComposerState, view: () => ConversationView, signal: AbortSignal) {
  const asked = view();
  const before = asked.messages.at(-1)?.id;
  composer.ask();
  await settled(composer, () => (view() === asked ? asked : undefined), signal);
  if (view() !== asked) return undefined;
  const last = asked.messages.at(-1);
  return last && last.id !== before && last.role === 'assistant' && last.ended !== 'stopped'
    ? last
    : undefined;
}

/**
 * Resolves when the conversation has begun to answer and has ended, when it will not answer, or when `signal` aborts.
 * Waiting on would have a later answer read aloud, and the microphone opened after it.
 * @param asked undefined when another chat is shown
 */
function settled(
  composer: Pick<ComposerState, 'working' | 'isEmpty'>,
  asked: () => Pick<ConversationView, 'running'> | undefined,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    let began = false;
    let performed = false;
    const done = (): void => {
      end();
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    const end = $effect.root(() => {
      $effect(() => {
        const [view, { working, isEmpty }] = [asked(), composer];
        if (view?.running) began = true;
        else if (!view || began) done();
        else if (working) performed = true;
        // A command, or a text that was not accepted.
        else if (performed || !isEmpty) done();
      });
    });
  });
}
