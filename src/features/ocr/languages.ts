// The languages that text recognition knows. Their data is part of the app, and fetched when a language is first used.

const DATA = import.meta.glob<string>(
  '/node_modules/@tesseract.js-data/{deu,eng,fra,spa}/4.0.0_best_int/*.traineddata.gz',
  { query: '?url&no-inline', import: 'default', eager: true },
);

export interface RecognitionLanguage {
  /** As Tesseract has it. */
  code: string;
  /** ISO 639-1. */
  iso: string;
  label: string;
  /** Bytes of its data. */
  bytes: number;
}

export const LANGUAGES: readonly RecognitionLanguage[] = [
  { code: 'eng', iso: 'en', label: 'English', bytes: 2_952_873 },
  { code: 'deu', iso: 'de', label: 'German', bytes: 1_333_102 },
  { code: 'fra', iso: 'fr', label: 'French', bytes: 707_406 },
  { code: 'spa', iso: 'es', label: 'Spanish', bytes: 2_100_190 },
];

/** Bytes of what reads all of them. */
export const ENGINE_BYTES = 2_857_601;

/** The address of a language's data. */
export function dataOf(code: string): string {
  const place = DATA[`/node_modules/@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`];
  if (place === undefined) throw new Error(`no data for ${code}`);
  return place;
}

/**
 * The languages to read with, most likely first.
 * @param chosen codes; those that are not known here are left out
 * @param preferred of the browser, such as `de-AT`: they count when none is chosen, followed by English
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
