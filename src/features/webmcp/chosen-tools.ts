// The tools that the browser's agent may see, by id, in this browser. None until the user chooses some. Another tool that
// takes the name of a chosen one isn't chosen.

const KEY = 'perilune:webmcp';
/** Listeners in this tab. Other tabs get storage events. */
const listeners = new Set<() => void>();

/** Ids of tools. */
export function chosenTools(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** @throws DOMException if the browser blocks storage */
export function chooseTool(id: string, isChosen: boolean): void {
  const ids = new Set(chosenTools());
  if (isChosen) ids.add(id);
  else ids.delete(id);
  localStorage.setItem(KEY, JSON.stringify([...ids].sort()));
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
