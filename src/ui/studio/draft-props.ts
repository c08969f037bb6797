// What the components around the editor share.
import type { Tool } from '../../core/tool.ts';
import type { EditorState } from './editor-state.svelte.ts';

/** Props of what works with the text in the editor. */
export interface DraftProps {
  tool: Tool;
  bench: EditorState;
  /** Saves the editor's text; false if that fails. */
  onsave: () => Promise<boolean>;
}
