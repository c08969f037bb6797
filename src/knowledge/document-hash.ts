// Tells whether two documents are the same: by their content, and where it comes from.

/** Hashes an item's content together with its source. */
export async function hashOf(source: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const text = typeof content === 'string' ? content : await sha256(content);
  return sha256(new TextEncoder().encode(`${source}\0${text}`));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
