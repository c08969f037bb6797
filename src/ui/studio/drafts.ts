// Unsaved changes to scripts, kept in the browser until they are saved or thrown away.

const PREFIX = 'perilune:draft:';

/** Web storage can be off or full; a draft is then kept only as long as the page lives. */
const fallback = new Map<string, string>();

export function readDraft(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? fallback.get(name);
  } catch {
    return fallback.get(name);
  }
}

/** `undefined` drops it. */
export function keepDraft(name: string, source: string | undefined): void {
  try {
    if (source === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, source);
    fallback.delete(name);
  } catch {
    if (source === undefined) fallback.delete(name);
    else fallback.set(name, source);
  }
}
