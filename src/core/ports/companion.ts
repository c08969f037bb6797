// Messages between the app's page and the companion extension. Both sides check what they receive.
//
// The page hands a MessagePort to the extension's content script; the script forwards between it and the extension.
// Bytes are Base64, since the extension's own messages are JSON.
import type { ErrorCode } from '../errors.ts';

/** The content script marks the page's root element with this attribute, so that the page knows without asking. */
export const PRESENT = 'data-perilune-companion';
/** `type` of the window message with the port. */
export const CONNECT = 'perilune-companion-connect';
/** `type` of the window message of a content script that came after the page. */
export const ARRIVED = 'perilune-companion-arrived';

/** Maximum bytes of a request's body. */
export const MOST_SENT = 24 * 2 ** 20;
/** Maximum bytes of an answer. Each caller in the app has a lower limit of its own. */
export const MOST_RECEIVED = 100 * 2 ** 20;
/** Maximum characters of a clipped page's HTML. */
export const MOST_CLIPPED = 8 * 2 ** 20;

export type Redirects = 'follow' | 'error' | 'manual';

export interface SentRequest {
  type: 'fetch';
  id: number;
  method: string;
  url: string;
  headers: [string, string][];
  body?: string;
  redirect: Redirects;
  /** Origins that redirects may lead to; absent: each granted host. */
  origins?: string[];
}

/** A page or a selection that a person saved or asks about. */
export interface Clip {
  id: string;
  /** The page's address, without its fragment. */
  url: string;
  title: string;
  html: string;
  isSelection: boolean;
  /** ISO 8601. */
  at: string;
  /** The collection it joins. */
  collection?: string;
}

export interface CollectionName {
  id: string;
  name: string;
}

export type ToCompanion =
  | SentRequest
  /** Asks for the next piece of an answer. */
  | { type: 'more'; id: number }
  | { type: 'abort'; id: number }
  /** Opens the extension's page where the person can allow this origin. */
  | { type: 'allow'; origin: string }
  /** Also says that the page can take clips and questions from now on. */
  | { type: 'collections'; collections: CollectionName[] }
  /** A clip is in the library, or could not be read. */
  | { type: 'kept'; id: string; problem?: string }
  /** The text of an answer so far. */
  | {
      type: 'answer';
      id: string;
      text: string;
      state: 'running' | 'waiting' | 'done';
      problem?: string;
      chat?: string;
    };

export type FromCompanion =
  /** `hosts`: granted origins, and `*` in place of a host name for all names of the Internet. */
  | { type: 'state'; version: string; hosts: string[] }
  | { type: 'head'; id: number; status: number; statusText: string; headers: [string, string][]; url: string }
  | { type: 'piece'; id: number; bytes: string }
  | { type: 'end'; id: number }
  | { type: 'failed'; id: number; code: ErrorCode | 'network' | 'redirect'; message: string }
  | { type: 'clip'; clip: Clip }
  | { type: 'question'; id: string; question: string; clip: Clip }
  | { type: 'stop'; id: string }
  /** The extension was removed, or talks to another address now. */
  | { type: 'gone' };
