// All keys that do something in the app: what Settings and the dialog list. Pure but for the name of the modifier.
import { MODIFIER } from '../parts/modifier-key.ts';

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
      { keys: ['?'], does: 'This list, in an empty question or outside of fields' },
      { keys: ['Esc'], does: 'Stop the answer, or close what is open' },
    ],
  },
  {
    name: 'Asking',
    shortcuts: [
      { keys: ['Enter'], does: 'Ask; while an answer is made, ask next' },
      { keys: ['Shift', 'Enter'], does: 'New line in the question' },
      { keys: ['↑'], does: 'Change the last question, from an empty field' },
      { keys: ['/'], does: 'Commands, at the beginning of a question' },
      { keys: ['+'], does: 'Run a tool, in an empty field' },
      { keys: ['@'], does: 'Choose a model or a profile for this chat' },
      { keys: ['#'], does: 'Point at a document or a source' },
      { keys: ['Tab'], does: 'Complete what the list marks' },
    ],
  },
  {
    name: 'Chats',
    shortcuts: [
      { keys: ['F2'], does: 'Rename the chat in the list' },
      { keys: ['Delete'], does: 'Delete the chat in the list' },
    ],
  },
  {
    name: 'Studio',
    shortcuts: [
      { keys: [MODIFIER, 'Enter'], does: 'Run the tool' },
      { keys: [MODIFIER, 'S'], does: 'Save the tool' },
      { keys: [MODIFIER, 'F'], does: 'Find in the source of a tool' },
      { keys: ['Ctrl', 'Space'], does: 'Complete a name in the source' },
      { keys: ['F1'], does: 'Help on a name in the source' },
      { keys: ['F12'], does: 'Go to where a name is defined' },
      { keys: ['Shift', 'Alt', 'F'], does: 'Format the source' },
      { keys: ['Esc', 'Tab'], does: 'Leave the source of a tool' },
    ],
  },
];
