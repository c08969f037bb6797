// Text recognition (OCR): what reads the text in pictures and scanned pages, as types. A feature answers.
//
// - In the knowledge worker it reads files on their way into the library, in the page pictures that come with a question.
import type { RecognitionSettings } from '../settings.ts';

declare module '../extensions.ts' {
  interface ExtensionPoints {
    /** The same one each time; it reads with the languages that are given last. */
    textRecognition: (chosen: RecognitionSettings) => Promise<TextRecognition>;
  }
}

/** A line of recognised text. Places count from the left and the bottom, in points as those of a PDF page. */
export interface RecognisedLine {
  text: string;
  x: number;
  right: number;
  /** Of its baseline. */
  y: number;
  /** Height of its letters. */
  size: number;
  /** Its words stand far apart, as in a table. */
  spread: boolean;
}

export interface RecognisedPage {
  /** None: there is no text in the picture. */
  lines: RecognisedLine[];
}

export interface Recognising {
  signal?: AbortSignal | undefined;
  /** Before each page, from 1. The page waits for it. */
  onPage?(number: number, of: number): Promise<void> | void;
}

export interface TextRecognition {
  /** @throws Failure with what to do: `bad_request` for a damaged or too large picture, `unavailable` when it can't work */
  picture(file: Blob, how?: Recognising): Promise<RecognisedPage>;
  /**
   * Some pages of a PDF file. A page that can't be read is absent.
   * @param pages from 1
   * @throws Failure as `picture` does
   */
  pages(pdf: Blob, pages: readonly number[], how?: Recognising): Promise<Map<number, RecognisedPage>>;
}
