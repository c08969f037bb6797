// Opens the dialog outside the text with the canvas, so the styles of the text don't apply to it.
import { mount, unmount } from 'svelte';
import type { ToolPage } from '../../core/tool-page.ts';
import { canvasApp } from './canvas-app.ts';
import SaveView from './SaveView.svelte';

export async function openSaveView(page: ToolPage): Promise<void> {
  const opener = document.activeElement as HTMLElement | null;
  const app = await canvasApp;
  const dialog = mount(SaveView, {
    target: document.body,
    props: {
      app,
      page,
      onclose: () => {
        void unmount(dialog);
        opener?.focus();
      },
    },
  });
}
