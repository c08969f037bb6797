// What Blockly asks while blocks are put together.

export interface Question {
  kind: 'prompt' | 'confirm' | 'alert';
  message: string;
  /** What stands in the field at first. */
  start?: string;
  /** Undefined when the person thinks better of it. */
  answer: (text: string | undefined) => void;
}
