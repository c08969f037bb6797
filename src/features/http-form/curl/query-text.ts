// Parsing queries and form bodies, and cleaning addresses. Pure.

/** Undefined unless it is a form whose names each occur once. */
export function formFields(text: string): [string, string][] | undefined {
  if (/^\s*[[{<"]/.test(text)) return undefined;
  const pairs = text.split('&').map((pair): [string, string] => {
    const equals = pair.indexOf('=');
    return equals < 0 ? ['', ''] : [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))];
  });
  const names = pairs.map(([name]) => name);
  const fits =
    names.every((name) => name !== '' && !name.includes('${')) && new Set(names).size === names.length;
  // A field without a value would not be sent.
  return fits && pairs.every(([, value]) => value !== '') ? pairs : undefined;
}

export function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const UNFIT = /[\u0000-\u0020\u007f\\]/g;

/** Removes characters that an address cannot contain; placeholders stay. */
export function fitting(url: string): string {
  return url.replace(UNFIT, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(2, '0');
    return `%${code.toUpperCase()}`;
  });
}
