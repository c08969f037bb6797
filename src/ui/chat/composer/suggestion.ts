// An entry of the list above the message field, and the effect of choosing it.
import type { Component } from 'svelte';
import type { Mention } from '../../../core/conversation.ts';

export interface Suggestion {
  id: string;
  title: string;
  /** A command's argument. */
  takes?: string;
  hint?: string;
  /** Commands have none. */
  icon?: Component<{ size?: number; 'aria-hidden'?: 'true' }>;
  choice:
    | { kind: 'command'; name: string; takes: boolean; needs: boolean }
    | { kind: 'mention'; mention: Mention }
    /** Takes effect at once; the typed word is removed. */
    | { kind: 'set'; run: () => Promise<void> };
}
