// Follows a page of the guide as a newcomer would: labels to click and text to type come from its numbered steps, and
// the time they would take is added up. Every marked word of the page must be used.
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from 'playwright/test';
import { selectWord } from './select-word.ts';

/** Seconds of a newcomer: slow readers of manuals read 200 words a minute, slow typists type 25 words of 5 keys. */
const PER_WORD = 60 / 200;
const PER_KEY = 60 / (25 * 5);
/** Finding an element on screen, moving there and clicking. */
const PER_CLICK = 3;

export interface Words {
  /** The step's next bold text: a label on the screen. */
  bold(): string;
  /** The step's next code: text to type or to look for. */
  code(): string;
}

export class GuideWalk {
  readonly #page: Page;
  readonly #steps: Map<number, string>;
  readonly #words: number;
  readonly #title: string;
  #clicks = 0;
  #keys = 0;

  /** @param file of the guide */
  constructor(page: Page, file: string) {
    const text = readFileSync(new URL(`../../public/demo-docs/${file}`, import.meta.url), 'utf8');
    this.#page = page;
    this.#steps = new Map(
      [...text.matchAll(/^(\d+)\. (.+)$/gm)].map(([, number, step = '']) => [Number(number), step]),
    );
    this.#title = /^# (.+)$/m.exec(text)?.[1] ?? '';
    this.#words = text.replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '').split(/\s+/).length;
  }

  get count(): number {
    return this.#steps.size;
  }

  /** Seconds to read the whole page, and for the actions so far. */
  get seconds(): { reading: number; typing: number; pressing: number } {
    return {
      reading: this.#words * PER_WORD,
      typing: this.#keys * PER_KEY,
      pressing: this.#clicks * PER_CLICK,
    };
  }

  /** Opens the page in the library; getting there does not count. */
  async open(): Promise<void> {
    await this.#page.goto('./#/library');
    await this.#page.getByRole('main').getByRole('link', { name: this.#title }).first().click();
  }

  async step(number: number, act: (words: Words) => Promise<void>): Promise<void> {
    const text = this.#steps.get(number);
    if (text === undefined) throw new Error(`the page has no step ${number}`);
    const inCode = [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
    const inBold = [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, word = '']) => word);
    const next = (words: string[], what: string): string => {
      const word = words.shift();
      if (word === undefined) throw new Error(`step ${number} names nothing more ${what}`);
      return word;
    };
    await act({ bold: () => next(inBold, 'in bold'), code: () => next(inCode, 'in code') });
    expect([...inBold, ...inCode], `words of step ${number} that nobody needed`).toEqual([]);
  }

  async press(target: Locator): Promise<void> {
    this.#clicks += 1;
    await target.click();
  }

  /** Selects a word in the code, as a double click does. */
  async mark(word: string): Promise<void> {
    this.#clicks += 1;
    await selectWord(this.#page.locator('.cm-content span', { hasText: word }).last());
  }

  /** Opens a list of choices and selects one. */
  async choose(list: Locator, choice: string): Promise<void> {
    this.#clicks += 2;
    await list.selectOption({ label: choice });
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    this.#keys += text.length;
    await this.#page.keyboard.type(text);
  }

  async enter(): Promise<void> {
    this.#keys += 1;
    await this.#page.keyboard.press('Enter');
  }
}
