// A question from Blockly while editing blocks.

export interface Question {
  kind: 'prompt' | 'confirm' | 'alert';
  message: string;
  /** Initial text of the field. */
  start?: string;
  /** Called with undefined when the user cancels. */
  answer: (text: string | undefined) => void;
}
