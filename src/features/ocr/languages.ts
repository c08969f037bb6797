// The languages of OCR. Their data is part of the app, and downloaded when a language is first used.

const DATA = import.meta.glob<string>(
  '/node_modules/@tesseract.js-data/{deu,eng,fra,spa}/4.0.0_best_int/*.traineddata.gz',
  { query: '?url&no-inline', import: 'default', eager: true },
);

export interface RecognitionLanguage {
  /** Tesseract's code. */
  code: string;
  /** ISO 639-1. */
  iso: string;
  label: string;
  /** Size of its data in bytes. */
  bytes: number;
}

export const LANGUAGES: readonly RecognitionLanguage[] = [
  { code: 'eng', iso: 'en', label: 'English', bytes: 2_952_873 },
  { code: 'deu', iso: 'de', label: 'German', bytes: 1_333_102 },
  { code: 'fra', iso: 'fr', label: 'French', bytes: 707_406 },
  { code: 'spa', iso: 'es', label: 'Spanish', bytes: 2_100_190 },
];

/** Bytes of the engine, shared by all languages. */
export const ENGINE_BYTES = 2_857_601;

/** Returns the address of a language's data. */
export function dataOf(code: string): string {
  const place = DATA[`/node_modules/@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`];
  if (place === undefined) throw new Error(`no data for ${code}`);
  return place;
}

/**
 * Returns the languages to recognise, most likely first.
 * @param chosen codes; unknown ones are left out
 * @param preferred the browser's languages, such as `de-AT`, followed by English; used when none is chosen
 */
export function languagesToRead(
  chosen: readonly string[],
  preferred: readonly string[],
): RecognitionLanguage[] {
  const known = LANGUAGES.filter(({ code }) => chosen.includes(code));
  if (known.length > 0) return known;
  const first = preferred.map((tag) => LANGUAGES.find(({ iso }) => tag.toLowerCase().split('-')[0] === iso));
  return [...new Set([first.find((one) => one !== undefined), LANGUAGES[0]!])].filter(
    (one) => one !== undefined,
  );
}

/** `2.9 MB` */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
