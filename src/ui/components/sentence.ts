// A message as it stands on screen: with a capital and a full stop. Pure.

/** `the file is empty` is "The file is empty."; what starts with a name, such as `greet:5: …`, keeps its start. */
export function sentence(message: string): string {
  const text = message.trim();
  const started = /^[a-z]+(?=[\s,])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[\p{L}\p{N}'"”)\]]$/u.test(started) ? `${started}.` : started;
}
