// Walks a page of the guide as a newcomer would: what to press and what to type comes out of its numbered steps, and what
// that would take a person is added up. No step may leave a word of the page unused.
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from 'playwright/test';

/** How fast a newcomer is, in seconds: slow readers of manuals read 200 words, slow typists 25 words of 5 keys, a minute. */
const PER_WORD = 60 / 200;
const PER_KEY = 60 / (25 * 5);
/** To find a thing on the screen, move there and press. */
const PER_CLICK = 3;

export interface Words {
  /** The next bold word of the step: what is written on the screen. */
  bold(): string;
  /** The next word of the step in code: what is to be typed, or to be looked for. */
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

  /** Seconds for the whole page to be read, and for what was done so far. */
  get seconds(): { reading: number; typing: number; pressing: number } {
    return {
      reading: this.#words * PER_WORD,
      typing: this.#keys * PER_KEY,
      pressing: this.#clicks * PER_CLICK,
    };
  }

  /** Opens the page in the library; how a newcomer came there is not counted. */
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

  /** Marks a word in the code. */
  async mark(word: string): Promise<void> {
    this.#clicks += 1;
    await this.#page.locator('.cm-content span', { hasText: word }).last().dblclick();
  }

  /** Opens a list of choices and takes one. */
  async choose(list: Locator, choice: string): Promise<void> {
    this.#clicks += 2;
    await list.selectOption({ label: choice });
  }

  /** Types to where the focus is. */
  async type(text: string): Promise<void> {
    this.#keys += text.length;
    await this.#page.keyboard.type(text);
  }

  async enter(): Promise<void> {
    this.#keys += 1;
    await this.#page.keyboard.press('Enter');
  }
}
