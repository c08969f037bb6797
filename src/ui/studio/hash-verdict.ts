// Whether a hash that somebody was told is that of the file in hand. Pure.

export type HashVerdict = 'none' | 'same' | 'other' | 'malformed';

/**
 * @param told as it was pasted: in capitals, with spaces or with `sha256=` in front, and `none` when empty
 * @param hash lower-case hex
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
