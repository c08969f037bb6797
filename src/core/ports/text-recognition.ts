// Interface of text recognition (OCR) for pictures and scanned pages. A feature provides it.
//
// - The knowledge worker uses it for files added to the library, the page for pictures of a question.
import type { RecognitionSettings } from '../settings.ts';

declare module '../extensions.ts' {
  interface ExtensionPoints {
    /** Returns the same instance each time; it uses the languages given last. */
    textRecognition: (chosen: RecognitionSettings) => Promise<TextRecognition>;
  }
}

/** A line of recognised text. Coordinates count from the left and the bottom, in points, as on a PDF page. */
export interface RecognisedLine {
  text: string;
  x: number;
  right: number;
  /** Of its baseline. */
  y: number;
  /** Height of its letters. */
  size: number;
  /** Its words are far apart, as in a table. */
  spread: boolean;
}

export interface RecognisedPage {
  /** Empty if the picture has no text. */
  lines: RecognisedLine[];
}

export interface Recognising {
  signal?: AbortSignal | undefined;
  /** Called before each page, from 1. The page waits for it. */
  onPage?(number: number, of: number): Promise<void> | void;
}

export interface TextRecognition {
  /**
   * @throws Failure that says what to do: `bad_request` for a damaged or too large picture, `unavailable` when
   *   recognition can't run
   */
  picture(file: Blob, how?: Recognising): Promise<RecognisedPage>;
  /**
   * Reads some pages of a PDF file. Unreadable pages are absent.
   * @param pages from 1
   * @throws Failure as `picture` does
   */
  pages(pdf: Blob, pages: readonly number[], how?: Recognising): Promise<Map<number, RecognisedPage>>;
}
