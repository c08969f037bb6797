// Compares an expected hash with the file's. Pure.

export type HashVerdict = 'none' | 'same' | 'other' | 'malformed';

/**
 * @param told as pasted: possibly in capitals, with spaces or a `sha256=` prefix; `none` if empty
 * @param hash lowercase hex
 */
export function hashVerdict(told: string, hash: string): HashVerdict {
  const plain = told
    .trim()
    .toLowerCase()
    .replace(/^(.*#)?sha-?256[=:-]/, '')
    .replace(/\s/g, '');
  if (plain === '') return told.trim() === '' ? 'none' : 'malformed';
  if (!/^[0-9a-f]{64}$/.test(plain)) return 'malformed';
  return plain === hash ? 'same' : 'other';
}
