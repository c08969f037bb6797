// Why a tool and its linked file differ, in sentences. Pure, except for asking a handle for permission.
import { Failure, toErrorData } from '../../../core/errors.ts';
import type { LinkedTool, LinkTrouble, LocalLink } from '../../../core/local-link.ts';

/** @throws Failure `denied` */
export async function mayRead({ handle, name }: LocalLink): Promise<void> {
  const state = (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted';
  if (state !== 'granted') throw new Failure('denied', `Perilune no longer has permission to read ${name}.`);
}

export function troubleOf({ name }: LocalLink, error: unknown): NonNullable<LocalLink['trouble']> {
  const lost = error instanceof DOMException ? error.name : undefined;
  if (lost === 'NotAllowedError' || (error instanceof Failure && error.code === 'denied')) {
    return { kind: 'permission', message: `Perilune no longer has permission to read ${name}.` };
  }
  if (lost === 'NotFoundError') {
    return { kind: 'missing', message: `${name} was moved or deleted. The tool is unchanged.` };
  }
  const { message } = toErrorData(error, 'unavailable');
  return { kind: 'unreadable', message: `${name} cannot be loaded. ${message}` };
}

export function whyNot(error: unknown): string {
  const lost = error instanceof DOMException ? error.name : undefined;
  if (lost === 'NotAllowedError') return 'Perilune has no permission to write it.';
  if (lost === 'NotFoundError') return 'The file was moved or deleted.';
  if (lost === 'NoModificationAllowedError') return 'Another program is using it.';
  return toErrorData(error, 'unavailable').message;
}

/** @param name of the file */
export function apart(name: string, seen: string): LinkTrouble {
  return { kind: 'apart', message: `The version saved here differs from ${name}.`, seen };
}

/** @param name of the file */
export function clashed(name: string, seen: string): LinkTrouble {
  return { kind: 'clash', message: `${name} changed, and you have unsaved changes here.`, seen };
}

export function gone(linked: LinkedTool, { name }: LocalLink): LinkTrouble {
  const script = linked.places[''] ?? 'its script';
  const message = `${script} is no longer in ${name}. The tool is unchanged.`;
  return { kind: 'gone', message, seen: linked.base };
}

/** Whether the file has changed since it was last read or written. */
export function changedSince({ base }: LinkedTool, { seen }: LinkTrouble): boolean {
  return seen !== base;
}
