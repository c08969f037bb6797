// A text that consists of one address on the web. Pure.

/** Returns it without the spaces around it; undefined for any other text. */
export function webAddress(text: string): string | undefined {
  const address = text.trim();
  return /^https?:\/\/\S+$/.test(address) ? address : undefined;
}
