// An entry of the list above the message field, and the effect of choosing it.
import type { Component } from 'svelte';
import type { FilesToCome } from './attachments.svelte.ts';
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
    /** Replaces the typed word; the list stays open for it. */
    | { kind: 'complete'; text: string }
    /** Fetches files and attaches them to the question. */
    | { kind: 'attach'; files: FilesToCome }
    /** Takes effect immediately; the typed word is removed. */
    | { kind: 'set'; run: () => Promise<void> };
}
