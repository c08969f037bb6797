// The undo history of each text, stored in the browser to survive reloads. Drafts take precedence: histories are
// limited in size, and deleted first when storage is full.

const PREFIX = 'perilune:undo:';

/** Characters. Web storage has about five million, mostly for drafts. */
const MAX_STEPS = 64_000;
/** Number of texts with a stored history, most recently left. */
const MAX_TEXTS = 8;

/** The editor's history format: events in order, oldest first. */
export interface Steps {
  done: unknown[];
  undone: unknown[];
}

interface Kept {
  /** Fingerprint of the text that the history leads to. */
  text: string;
  at: number;
  steps: Steps;
}

function keyOf(name: string, path: string): string {
  return `${PREFIX}${path === '' ? name : `${name}/${path}`}`;
}

/** Returns the history of exactly this text; undefined when there is none, or the text was changed elsewhere. */
export function readSteps(name: string, path: string, text: string): Steps | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(name, path)) ?? 'null') as Kept | null;
    return kept?.text === signOf(text) ? kept.steps : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the latest steps that fit. @param now milliseconds, to find the texts left last */
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

/** Of one tool, or all: a removed tool leaves nothing here, and a full storage gets room. */
export function dropSteps(name?: string): void {
  try {
    for (const key of keptKeys()) {
      if (name === undefined || key === keyOf(name, '') || key.startsWith(`${keyOf(name, '')}/`)) {
        localStorage.removeItem(key);
      }
    }
  } catch {
    // Without storage, nothing is kept.
  }
}

function keptKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
}

/** Beyond the limit. */
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

/** Fingerprints a text without storing it: its length and two 32-bit FNV-1a hashes with different seeds. */
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
