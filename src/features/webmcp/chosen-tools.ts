// The tools that the browser's agent may see, by name, in this browser. None until the user chooses some.

const KEY = 'perilune:webmcp';
/** Listeners in this tab. Other tabs get storage events. */
const listeners = new Set<() => void>();

export function chosenTools(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []);
  } catch {
    return new Set();
  }
}

/** @throws DOMException if the browser blocks storage */
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
