// Why a tool and the file it is linked to are not the same, in sentences. Pure, but for asking a handle whether it may be read.
import { Failure, toErrorData } from '../../../core/errors.ts';
import type { LinkedTool, LinkTrouble, LocalLink } from '../../../core/local-link.ts';

/** @throws Failure `denied` */
export async function mayRead({ handle, name }: LocalLink): Promise<void> {
  const state = (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted';
  if (state !== 'granted') throw new Failure('denied', `Perilune may no longer read ${name}.`);
}

export function troubleOf({ name }: LocalLink, error: unknown): NonNullable<LocalLink['trouble']> {
  const lost = error instanceof DOMException ? error.name : undefined;
  if (lost === 'NotAllowedError' || (error instanceof Failure && error.code === 'denied')) {
    return { kind: 'permission', message: `Perilune may no longer read ${name}.` };
  }
  if (lost === 'NotFoundError') {
    return { kind: 'missing', message: `${name} is no longer where it was. The tool stays as it is.` };
  }
  const { message } = toErrorData(error, 'unavailable');
  return { kind: 'unreadable', message: `${name} cannot be taken. ${message}` };
}

export function whyNot(error: unknown): string {
  const lost = error instanceof DOMException ? error.name : undefined;
  if (lost === 'NotAllowedError') return 'Perilune may not write it.';
  if (lost === 'NotFoundError') return 'It is no longer where it was.';
  if (lost === 'NoModificationAllowedError') return 'Another program holds it.';
  return toErrorData(error, 'unavailable').message;
}

/** @param name of the file */
export function apart(name: string, seen: string): LinkTrouble {
  return { kind: 'apart', message: `What was saved here is not what stands in ${name}.`, seen };
}

/** @param name of the file */
export function clashed(name: string, seen: string): LinkTrouble {
  return { kind: 'clash', message: `${name} changed, and there are unsaved changes here.`, seen };
}

export function gone(linked: LinkedTool, { name }: LocalLink): LinkTrouble {
  const script = linked.places[''] ?? 'its script';
  const message = `${script} is no longer in ${name}. The tool stays as it is.`;
  return { kind: 'gone', message, seen: linked.base };
}

/** Whether the file holds something else than what was last taken from it or written to it. */
export function changedSince({ base }: LinkedTool, { seen }: LinkTrouble): boolean {
  return seen !== base;
}
