// The steps of undo of each text, kept in the browser, so that they outlive a reload. Drafts go before them: only so much is
// kept, and when the browser has no room left, these go first.

const PREFIX = 'perilune:undo:';

/** In characters. Web storage holds about five million, of which the drafts are to have most. */
const MAX_STEPS = 64_000;
/** Texts whose steps are kept, those left last. */
const MAX_TEXTS = 8;

/** What the editor gives of its history: events in their order, the oldest first. */
export interface Steps {
  done: unknown[];
  undone: unknown[];
}

interface Kept {
  /** Of the text that the steps lead to. */
  text: string;
  at: number;
  steps: Steps;
}

function keyOf(name: string, path: string): string {
  return `${PREFIX}${path === '' ? name : `${name}/${path}`}`;
}

/** The steps that led to this very text; undefined when there are none, or when the text was changed elsewhere since. */
export function readSteps(name: string, path: string, text: string): Steps | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(name, path)) ?? 'null') as Kept | null;
    return kept?.text === signOf(text) ? kept.steps : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the youngest steps for which there is room. @param now milliseconds, to tell which texts were left last */
export function keepSteps(name: string, path: string, text: string, steps: Steps, now: number): void {
  const key = keyOf(name, path);
  const fitting = { ...steps };
  const written = (): string =>
    JSON.stringify({ text: signOf(text), at: now, steps: fitting } satisfies Kept);
  while (written().length > MAX_STEPS && fitting.done.length > 0) {
    fitting.done = fitting.done.slice(Math.ceil(fitting.done.length / 2));
  }
  try {
    if (fitting.done.length + fitting.undone.length === 0 || written().length > MAX_STEPS) {
      localStorage.removeItem(key);
      return;
    }
    localStorage.setItem(key, written());
    for (const old of oldest()) localStorage.removeItem(old);
  } catch {
    dropSteps();
  }
}

/** Of one tool, or all: a tool that is removed leaves no text behind here, and a full storage is to have room. */
export function dropSteps(name?: string): void {
  try {
    for (const key of keptKeys()) {
      if (name === undefined || key === keyOf(name, '') || key.startsWith(`${keyOf(name, '')}/`)) {
        localStorage.removeItem(key);
      }
    }
  } catch {
    // Without storage nothing is kept.
  }
}

function keptKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
}

/** Beyond those that are kept. */
function oldest(): string[] {
  const age = (key: string): number => {
    try {
      return (JSON.parse(localStorage.getItem(key) ?? '') as Kept).at;
    } catch {
      return 0;
    }
  };
  return keptKeys()
    .sort((a, b) => age(b) - age(a))
    .slice(MAX_TEXTS);
}

/** Tells texts apart without keeping them twice: the length and two FNV-1a hashes of 32 bits with different starts. */
function signOf(text: string): string {
  const hash = (start: number): number => {
    let value = start;
    for (let index = 0; index < text.length; index += 1) {
      value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
    }
    return value >>> 0;
  };
  return [text.length, hash(0x811c9dc5), hash(0x5bd1e995)].map((part) => part.toString(36)).join('.');
}
