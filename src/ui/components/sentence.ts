// Turns a message into a sentence for the screen. Pure.

/**
 * `the file is empty` becomes "The file is empty."; a message that begins with a name, such as `greet:5: …`, keeps
 * its beginning.
 */
export function sentence(message: string): string {
  const text = message.trim();
  const started = /^(?:read-only|[a-z]+)(?=[\s,])/.test(text)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;
  return /[\p{L}\p{N}'"”)\]}]$/u.test(started) ? `${started}.` : started;
}
