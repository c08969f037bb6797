// One entry of the list above the composer, and what choosing it does.
import type { Component } from 'svelte';
import type { Mention } from '../../../core/conversation.ts';

export interface Suggestion {
  id: string;
  title: string;
  /** What a command takes. */
  takes?: string;
  hint?: string;
  /** Commands have none. */
  icon?: Component<{ size?: number; 'aria-hidden'?: 'true' }>;
  choice:
    | { kind: 'command'; name: string; takes: boolean; needs: boolean }
    | { kind: 'mention'; mention: Mention }
    /** Done at once; the word that was typed goes. */
    | { kind: 'set'; run: () => Promise<void> };
}
