// Voice, with a stand-in for the Web Speech API: no test machine has a microphone, and many have no voices.
import type { Page } from 'playwright/test';
import { expect, openApp, test } from './support/test.ts';

interface Stand {
  /** The answer of `available` for recognition on the device. */
  onDevice: 'available' | 'unavailable';
  /** The recognized texts, one for each time it listens. */
  heard: string[];
  error?: string;
}

/** Replaces recognition and voices. `window.spoken` has the spoken texts, `window.listened` how it listened. */
async function standIn(page: Page, stand: Stand): Promise<void> {
  await page.addInitScript(({ onDevice, heard, error }) => {
    const spoken: string[] = [];
    const listened: { lang: string; local: boolean | undefined }[] = [];
    class Recognition {
      static available = async () => onDevice;
      lang = '';
      processLocally?: boolean;
      onresult?: (event: unknown) => void;
      onerror?: (event: unknown) => void;
      onend?: () => void;
      #timer = 0;
      start() {
        listened.push({ lang: this.lang, local: this.processLocally });
        const text = heard[listened.length - 1];
        this.#timer = window.setTimeout(() => {
          if (error !== undefined) this.onerror?.({ error });
          else if (text === undefined) return;
          else this.onresult?.({ results: [Object.assign([{ transcript: text }], { isFinal: true })] });
          this.onend?.();
        }, 100);
      }
      stop() {
        clearTimeout(this.#timer);
        this.onend?.();
      }
    }
    const voice = { voiceURI: 'v', name: 'Vera', lang: 'en-US', localService: true, default: true };
    class Utterance {
      onend?: () => void;
      constructor(readonly text: string) {}
    }
    Object.assign(window, { spoken, listened, SpeechRecognition: Recognition });
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
    Object.defineProperty(window, 'speechSynthesis', {
      value: Object.assign(new EventTarget(), {
        getVoices: () => [voice],
        cancel: () => undefined,
        speak: (utterance: Utterance) => {
          spoken.push(utterance.text);
          setTimeout(() => utterance.onend?.(), 20);
        },
      }),
    });
  }, stand);
  await openApp(page);
}

const seen = (page: Page) =>
  page.evaluate(() => {
    const { spoken, listened } = window as unknown as {
      spoken: string[];
      listened: { lang: string; local?: boolean }[];
    };
    return { spoken, listened };
  });

async function dictate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: /Dictate/ }).click();
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Ask your documents' });

test('dictation on this device writes into the question and asks for nothing', async ({ page }) => {
  await standIn(page, { onDevice: 'available', heard: ['how do I write a Lua tool'] });
  await field(page).fill('Please tell me');
  await dictate(page);
  await expect(field(page)).toHaveValue('Please tell me how do I write a Lua tool');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await seen(page)).listened).toEqual([{ lang: 'en-US', local: true }]);
});

test('speech leaves the device only after a person agreed', async ({ page }) => {
  await standIn(page, { onDevice: 'unavailable', heard: ['first', 'second'] });
  await dictate(page);
  const question = page.getByRole('dialog', { name: 'Send your speech to the browser’s maker?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect((await seen(page)).listened).toEqual([]);

  await dictate(page);
  // A scripted press gives no permission.
  const agree = question.getByRole('button', { name: 'Allow and dictate' });
  await agree.evaluate((button: HTMLElement) => button.click());
  expect((await seen(page)).listened).toEqual([]);
  await agree.click();
  await expect(field(page)).toHaveValue('first');
  // The app doesn't ask again, and the permission can be withdrawn.
  await dictate(page);
  await expect(field(page)).toHaveValue('first second');
  await page.goto('./#/settings/voice');
  // Who agreed to dictation has not agreed to send answers.
  await expect(page.getByLabel('Send answers there to be read aloud')).not.toBeChecked();
  await page.getByLabel('Send my speech there for dictation').uncheck();
  await page.goto('./#/chat');
  await dictate(page);
  await expect(question).toBeVisible();
});

test('hands-free ends when what was said is not sent as a question', async ({ page }) => {
  await standIn(page, { onDevice: 'available', heard: ['tides', 'never heard'] });
  await page.goto('./#/settings/voice');
  await page.getByRole('switch', { name: 'Hands-free' }).click();
  await page.goto('./#/chat');
  await field(page).fill('/search');
  await dictate(page);
  await expect(page.getByRole('article', { name: 'Answer' })).toBeVisible();
  await field(page).fill('What are tides?');
  await field(page).press('Enter');
  await expect(page.getByRole('article', { name: 'Answer' })).toHaveCount(2);
  // A typed question opens no microphone.
  expect((await seen(page)).listened).toHaveLength(1);
  expect((await seen(page)).spoken).toEqual([]);
});

test('Esc ends listening and keeps what was heard', async ({ page }) => {
  await standIn(page, { onDevice: 'available', heard: [] });
  await field(page).fill('So far');
  await dictate(page);
  await expect(page.getByText('Listening. Press Esc to stop.')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await field(page).press('Escape');
  await expect(page.getByText('Listening. Press Esc to stop.')).toHaveCount(0);
  await expect(field(page)).toHaveValue('So far');
});

test('a refused microphone says what to do', async ({ page }) => {
  await standIn(page, { onDevice: 'available', heard: [], error: 'not-allowed' });
  await dictate(page);
  await expect(page.getByRole('alert').filter({ hasText: 'use the microphone' })).toContainText(
    'Allow it in the address bar, then try again.',
  );
});

test('an answer is read aloud without its source, and hands-free keeps listening', async ({ page }) => {
  await standIn(page, { onDevice: 'available', heard: ['How tall is the moon tower?', 'Who built it?'] });
  await page.evaluate(() =>
    window.perilune.knowledge.add([
      { title: 'Tower', body: 'The moon tower is 81 metres tall. Ada Byron built the moon tower in 1843.' },
    ]),
  );
  await field(page).fill('How tall is the moon tower?');
  await field(page).press('Enter');
  const answer = page.getByRole('article', { name: 'Answer' });
  await answer.getByRole('button', { name: 'Read aloud' }).click();
  await expect.poll(async () => (await seen(page)).spoken.join(' ')).toContain('81 metres tall');
  await expect(answer.getByRole('button', { name: 'Read aloud' })).toBeVisible();
  const before = (await seen(page)).spoken.length;

  await page.goto('./#/settings/voice');
  await page.getByRole('switch', { name: 'Hands-free' }).click();
  await page.goto('./#/chat');
  await dictate(page);
  // Both dictated questions were asked and their answers read; then it listens for a third one.
  await expect.poll(async () => (await seen(page)).listened.length, { timeout: 20_000 }).toBe(3);
  expect((await seen(page)).spoken.slice(before).join(' ')).toMatch(/81 metres tall[\s\S]*Ada Byron/);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Listening, hands-free. Press Esc to stop.')).toHaveCount(0);
});
