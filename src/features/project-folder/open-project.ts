// Opens a project folder for a chat: picked on this device, or as a ZIP where the browser opens no folders.
import type { App } from '../../apps/web/app.ts';
import { toErrorData } from '../../core/errors.ts';
import type { FolderHandle } from '../../core/local-link.ts';
import { canPickFolders, pickFiles, pickFolder } from '../../ui/components/pick-files.ts';
import { count } from '../../ui/components/quantities.ts';
import { sentence } from '../../ui/components/sentence.ts';
import type { ComposerState } from '../../ui/chat/composer/composer-state.svelte.ts';
import type { ConversationView } from '../../ui/chat/conversation-view.svelte.ts';
import { offerProjectTools } from './project-tools.ts';
import { keepProject, projectFiles } from './projects.ts';
import { filesOfZip } from './zip-project.ts';

/** Never rejects: the message field shows the error. */
export async function openProject(
  app: App,
  composer: Pick<ComposerState, 'note' | 'focus'>,
  view: () => ConversationView,
): Promise<void> {
  const into = view();
  try {
    const picked = await pick();
    if (!picked) return;
    const id = await keepProject(app, picked);
    const { files, left } = (await (await projectFiles(app, id))?.list()) ?? { files: [], left: 0 };
    offerProjectTools(app);
    await into.setProject(id);
    const skipped = left > 0 ? ` ${left} entries can’t be used and are left out.` : '';
    composer.note = {
      text: `Opened ${picked.name} with ${count(files.length, 'file')}.${skipped} Models in this chat can read it. You approve each change.`,
      bad: false,
    };
  } catch (error) {
    composer.note = { text: sentence(toErrorData(error, 'unavailable').message), bad: true };
  }
  composer.focus();
}

async function pick(): Promise<
  { name: string; handle: FolderHandle } | { name: string; files: Map<string, Uint8Array> } | undefined
> {
  if (!canPickFolders()) {
    const [file] = await pickFiles({ accept: '.zip,application/zip' });
    return file && { name: file.name.replace(/\.zip$/i, ''), files: await filesOfZip(file) };
  }
  const handle = await pickFolder('project', 'readwrite');
  return handle && { name: handle.name, handle };
}
