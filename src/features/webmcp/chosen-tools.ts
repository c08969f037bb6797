// Which tools the browser's agent may see: none until a person chooses them, by name, in this browser.

const KEY = 'perilune:webmcp';
/** In other tabs, storage events tell; in this one, this does. */
const listeners = new Set<() => void>();

export function chosenTools(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []);
  } catch {
    return new Set();
  }
}

/** @throws DOMException when the browser keeps nothing */
export function chooseTool(name: string, isChosen: boolean): void {
  const names = new Set(chosenTools());
  if (isChosen) names.add(name);
  else names.delete(name);
  localStorage.setItem(KEY, JSON.stringify([...names].sort()));
  for (const listener of listeners) listener();
}

export function onChosen(listener: () => void): () => void {
  const heard = (event: StorageEvent): void => {
    if (event.key === KEY || event.key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', heard);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', heard);
  };
}
