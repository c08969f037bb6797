// The recognition worker's logic: loads Tesseract and languages from the app, decodes images, renders pages, and
// reads them.
import core from 'tesseract.js-core/tesseract-core-simd-lstm.wasm?url&no-inline';
import { Failure } from '../../core/errors.ts';
import type { RecognisedPage } from '../../core/ports/text-recognition.ts';
import { decodePicture } from './decode-picture.ts';
import { dataOf, LANGUAGES, megabytes } from './languages.ts';
import { linesOf } from './lines.ts';
import type { PdfRasters } from './pdf-rasters.ts';
import { type GreyPicture, isBlank, toPgm } from './raster.ts';
import type { RecognitionCalls, RecognitionMethod } from './recognition-messages.ts';
import { type LanguageData, Tesseract } from './tesseract.ts';

/** Points per pixel, assuming 150 dpi. Lines are only compared with each other. */
const POINTS = 72 / 150;

type Reader = {
  [M in RecognitionMethod]: (...args: RecognitionCalls[M]['args']) => Promise<RecognitionCalls[M]['result']>;
};

export class PictureReader implements Reader {
  #languages: string[] = [];
  #tesseract: Promise<Tesseract> | undefined;
  #pdf: PdfRasters | undefined;

  async start(languages: string[]): Promise<null> {
    if (languages.join() !== this.#languages.join()) this.#tesseract = undefined;
    this.#languages = languages;
    return null;
  }

  async picture(file: Blob): Promise<RecognisedPage> {
    return this.#read(await decodePicture(file), POINTS);
  }

  async openPdf(file: Blob): Promise<null> {
    await this.closePdf();
    const { PdfRasters } = await import('./pdf-rasters.ts');
    this.#pdf = await PdfRasters.open(new Uint8Array(await file.arrayBuffer()));
    return null;
  }

  async pdfPage(number: number): Promise<RecognisedPage> {
    const page = await this.#pdf!.page(number);
    return page ? this.#read(page.picture, page.scale) : { lines: [] };
  }

  async closePdf(): Promise<null> {
    this.#pdf?.close();
    this.#pdf = undefined;
    return null;
  }

  async #read(picture: GreyPicture, points: number): Promise<RecognisedPage> {
    if (isBlank(picture)) return { lines: [] };
    this.#tesseract ??= open(this.#languages);
    // A failed download is retried the next time.
    this.#tesseract.catch(() => (this.#tesseract = undefined));
    const { blocks } = await (await this.#tesseract).read(toPgm(picture));
    return { lines: linesOf(blocks, picture.height, points) };
  }
}

/** @throws Failure `unavailable` */
async function open(languages: readonly string[]): Promise<Tesseract> {
  const data = await Promise.all(languages.map(load));
  try {
    return await Tesseract.open(core, data);
  } catch (error) {
    throw new Failure('unavailable', cannotRun(error));
  }
}

/** @throws Failure `unavailable` */
async function load(code: string): Promise<LanguageData> {
  const language = LANGUAGES.find((one) => one.code === code);
  try {
    const response = await fetch(dataOf(code));
    if (!response.ok) throw new Error(String(response.status));
    return { code, data: new Uint8Array(await response.arrayBuffer()) };
  } catch {
    const size = language ? ` (${megabytes(language.bytes)})` : '';
    throw new Failure(
      'unavailable',
      `text recognition for ${language?.label ?? code}${size} could not be loaded; connect to the network once, then try again`,
    );
  }
}

function cannotRun(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `text recognition could not start (${why.slice(0, 200)}); check the connection, or use a browser that runs WebAssembly`;
}
