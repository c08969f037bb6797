// The address of an endpoint, as a person types it.
import { Failure } from '../errors.ts';

/** @throws Failure `bad_request` when the typed text is not a web address. */
export function webAddress(typed: string): URL {
  const text = typed.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Failure(
    'bad_request',
    `“${text}” is not a web address. It should look like https://api.openai.com/v1 or http://localhost:11434/v1.`,
  );
}
