// Detects keys and other secret values, by name or by shape. Pure.
import { isSensitiveHeader } from './header-names.ts';

const NAMES =
  /(^|[-_.])(key|apikey|token|secret|passwd|password|pwd|pass|passphrase|auth|authorization|authentication|signature|sig|credentials?|session|sessionid|sid|jwt|bearer|webhook|pin|otp)$/;

/** Key prefixes of services. */
const BEGINNINGS =
  /^(sk|pk|rk|whsec|ghp|gho|ghu|ghs|ghr|glpat|hf|npm|pypi|xox[a-z]|dop_v1|shpat|shpss|lin_api|key|pat|phc|re|sbp|tvly|gsk|xai|AKIA|ASIA|AIza|ya29|SG|EAA|github_pat|sq0[a-z]{3}|eyJ)[-_.A-Z0-9a-z]*[-_.A-Za-z0-9]{8}/;

export function isKeyName(name: string): boolean {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  return NAMES.test(words) || NAMES.test(words.replace(/[-_.]/g, '')) || isSensitiveHeader(words);
}

/** A long random run of letters and digits, or a known key prefix. Ids and dates don't count. */
export function looksLikeKey(value: string): boolean {
  if (value.length < 12 || value.length > 8192 || /[\s<>{}"'\\]|:\/\//.test(value)) return false;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return false;
  if (BEGINNINGS.test(value) && /\d/.test(value) && value.length >= 16) return true;
  if (!/^[A-Za-z0-9_\-+/=.~:]{20,}$/.test(value)) return false;
  const digits = value.replace(/\D/g, '').length;
  return digits >= 3 && digits < value.length && entropy(value) > 3.5 && !isWords(value);
}

/** Key prefixes of services, with the separator that follows them in a key, or the length of the key. */
const SERVICES =
  /^((sk|pk|rk|whsec|ghp|gho|ghu|ghs|ghr|glpat|hf|npm|pypi|xox[a-z]|xapp|dop_v1|shpat|shpss|lin_api|key|pat|phc|re|sbp|tvly|gsk|xai|github_pat|sq0[a-z]{3})[-_]|(AKIA|ASIA)[A-Z0-9]{16}$|AIza[-_\w]{30}|ya29\.|SG\.|EAA[A-Za-z0-9]{20}|eyJ|pat[A-Za-z0-9]{14}\.)/;

/** A key of a known service. Stricter than `looksLikeKey`: names, versions, hashes and ids in prose don't count. */
export function isServiceKey(value: string): boolean {
  return (
    value.length <= 8192 &&
    SERVICES.test(value) &&
    /\d/.test(value) &&
    entropy(value) > 3 &&
    value.split(/[-_.]/).some(isRandom)
  );
}

/** Letters and digits, mixed too much for a word with a number. */
function isRandom(piece: string): boolean {
  return piece.length >= 8 && (piece.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0) >= 2;
}

/** Returns the keys inside a longer text. */
export function keysIn(text: string): string[] {
  return [...new Set((text.match(/[A-Za-z0-9_\-+/=.~:]{16,}/g) ?? []).filter(looksLikeKey))];
}

/** Words joined by signs, as in a slug or version: no part is random. */
function isWords(value: string): boolean {
  return value.split(/[-_.+/=~:]/).every((piece) => piece.length < 16 && /^([A-Za-z]*|\d*)$/.test(piece));
}

function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => {
    const share = count / text.length;
    return sum - share * Math.log2(share);
  }, 0);
}

/** Returns the suffix of a secret's name, derived from the value's name. */
export function suffixOf(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase();
  if (/TOKEN/.test(words)) return 'TOKEN';
  if (/PASS|PWD/.test(words)) return 'PASSWORD';
  return /SECRET/.test(words) ? 'SECRET' : 'KEY';
}
