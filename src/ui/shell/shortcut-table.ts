// All shortcuts of the app, as listed in Settings and the dialog. Pure except for the name of the modifier key.
import { MODIFIER } from '../components/modifier-key.ts';

export interface Shortcut {
  keys: readonly string[];
  does: string;
}

export interface ShortcutGroup {
  name: string;
  shortcuts: readonly Shortcut[];
}

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    name: 'Everywhere',
    shortcuts: [
      { keys: [MODIFIER, 'K'], does: 'Search and commands' },
      { keys: ['?'], does: 'Show this list, outside text fields or in an empty message box' },
      { keys: ['Esc'], does: 'Stop the answer, or close the open panel' },
    ],
  },
  {
    name: 'Message box',
    shortcuts: [
      { keys: ['Enter'], does: 'Ask; while an answer streams, queue the question' },
      { keys: ['Shift', 'Enter'], does: 'New line' },
      { keys: ['↑'], does: 'Edit your last question, in an empty box' },
      { keys: ['/'], does: 'Commands, at the start of a question' },
      { keys: ['+'], does: 'Run a tool, in an empty box' },
      { keys: ['@'], does: 'Choose a model or a profile for this chat' },
      { keys: ['#'], does: 'Refer to a document or a source' },
      { keys: ['Tab'], does: 'Insert the highlighted suggestion' },
    ],
  },
  {
    name: 'Chats',
    shortcuts: [
      { keys: ['F2'], does: 'Rename the selected chat' },
      { keys: ['Delete'], does: 'Delete the selected chat' },
    ],
  },
  {
    name: 'Studio',
    shortcuts: [
      { keys: [MODIFIER, 'Enter'], does: 'Run the tool' },
      { keys: [MODIFIER, 'S'], does: 'Save the tool' },
      { keys: [MODIFIER, 'F'], does: 'Find in the code' },
      { keys: ['Ctrl', 'Space'], does: 'Complete a name' },
      { keys: ['F1'], does: 'Show help for a name' },
      { keys: ['F12'], does: 'Go to definition' },
      { keys: ['Shift', 'Alt', 'F'], does: 'Format the code' },
      { keys: ['Esc', 'Tab'], does: 'Leave the editor' },
    ],
  },
];
