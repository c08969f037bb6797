// What a server says when it refuses a request: the sentence to quote. Pure.
import { isObject } from '../base/json.ts';
import { shortened } from '../base/shortened.ts';
import { SECRET_MIN_LENGTH } from './secrets.ts';

/** Maximum length of a quoted message, in characters. */
const QUOTED = 240;

/**
 * Returns a sentence that quotes the response, or nothing for an empty one and a web page.
 * @param body parsed JSON or text
 * @param secrets what was sent and must not be shown
 */
export function quotedWords(body: unknown, secrets: readonly (string | undefined)[]): string {
  let text = messageIn(body).replace(/\s+/g, ' ').trim();
  if (text === '' || isHtml(text)) return '';
  for (const secret of secrets) {
    if (secret && secret.length >= SECRET_MIN_LENGTH) text = text.replaceAll(secret, '…');
  }
  return ` It said: “${shortened(text, QUOTED)}”`;
}

/** Returns the message in a response, wherever servers put it; otherwise an empty text. */
export function messageIn(body: unknown): string {
  // A loop, since a server may nest it as deep as it likes.
  let message = body;
  while (isObject(message)) message = message['message'] ?? message['detail'] ?? message['error'];
  return typeof message === 'string' ? message : '';
}

export function isHtml(text: string): boolean {
  return /^\s*(?:<!doctype html|<html|<head|<body)/i.test(text);
}
