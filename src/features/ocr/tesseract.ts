// Tesseract in this thread: the library's own worker script, with the engine and the language data that the app serves.
//
// - The library's defaults fetch from another host; here nothing is fetched that is not passed in.
// - One at a time: the script keeps its state in the module.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- a module that is only declared cannot be imported
/// <reference path="./libraries.d.ts" />
import core from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { gunzipSync } from 'fflate';
import script from 'tesseract.js/src/worker-script/index.js';
import type { TesseractBlock } from './lines.ts';

/** A language with its data, possibly gzipped. */
export interface LanguageData {
  code: string;
  data: Uint8Array;
}

/** The engine's LSTM mode, which the data is for. */
const LSTM = 1;
/** Page segmentation with columns, tables and images. */
const WHOLE_PAGE = '3';

export class Tesseract {
  #job = 0;

  private constructor() {
    // Use `open`.
  }

  /** @param wasm the address of the engine, or its path in Node */
  static async open(wasm: string, languages: readonly LanguageData[]): Promise<Tesseract> {
    const quiet = { print: () => undefined, printErr: () => undefined, locateFile: () => wasm };
    let failed: (why: unknown) => void = () => undefined;
    const broken = new Promise<never>((_, reject) => (failed = reject));
    broken.catch(() => undefined);
    script.setAdapter({
      getCore: async () => async (options) => {
        try {
          return await core({ ...options, ...quiet, onAbort: failed });
        } catch (error) {
          failed(error);
          throw error;
        }
      },
      gunzip: gunzipSync,
    });
    const tesseract = new Tesseract();
    // The script never answers when its engine fails to load.
    await Promise.race([tesseract.#do('load', { options: { lstmOnly: true, logging: false } }), broken]);
    await tesseract.#do('loadLanguage', {
      langs: languages,
      options: { cacheMethod: 'none', lstmOnly: true },
    });
    await tesseract.#do('initialize', { langs: languages.map(({ code }) => code).join('+'), oem: LSTM });
    await tesseract.#do('setParameters', { params: { tessedit_pageseg_mode: WHOLE_PAGE } });
    return tesseract;
  }

  /** @param picture a PNG or PGM file @returns its blocks, and a confidence of 0 to 100 */
  async read(picture: Uint8Array): Promise<{ blocks: TesseractBlock[]; confidence: number }> {
    const read = (await this.#do('recognize', {
      image: picture,
      options: {},
      output: { text: false, blocks: true },
    })) as { blocks: TesseractBlock[] | null; confidence: number };
    return { blocks: read.blocks ?? [], confidence: read.confidence };
  }

  #do(action: Parameters<typeof script.dispatchHandlers>[0]['action'], payload: object): Promise<unknown> {
    const jobId = String(++this.#job);
    return new Promise((resolve, reject) => {
      script.dispatchHandlers({ workerId: 'ocr', jobId, action, payload }, ({ status, data }) => {
        if (status === 'resolve') resolve(data);
        else if (status === 'reject') reject(new Error(String(data)));
      });
    });
  }
}
