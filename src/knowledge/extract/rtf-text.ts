// Decodes the text bytes of an RTF file: each run uses the code page of its font, or of the file.

/** Character set numbers of fonts, with the names that decoders know. */
const CHARSETS: Record<number, string> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const CODE_PAGES: Record<number, string> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};
const DEFAULT = 'windows-1252';

const decoders = new Map<string, TextDecoder>();

/** @param label of the encoding, from `charsetOf` or `codePageOf` */
export function decodeRun(bytes: readonly number[], label: string | undefined): string {
  const name = label ?? DEFAULT;
  let decoder = decoders.get(name);
  if (!decoder) decoders.set(name, (decoder = new TextDecoder(name)));
  return decoder.decode(Uint8Array.from(bytes));
}

/** Returns undefined for the character set of the file. */
export function charsetOf(number: number): string | undefined {
  return CHARSETS[number];
}

/** Code pages without a decoder in browsers are read as the most common one, which has the same ASCII letters. */
export function codePageOf(number: number): string {
  if (number >= 1250 && number <= 1258) return `windows-${number}`;
  return CODE_PAGES[number] ?? DEFAULT;
}
