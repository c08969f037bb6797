// Pages of a PDF file as grey points, drawn by pdf.js in a worker.
//
// - Scripts, forms and links of the file are never run; nothing outside the file is loaded.
import { getDocument, OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PdfParts } from '../../knowledge/extract/pdf-parts.ts';
import { canvasOf, greyOf } from './decode-picture.ts';
import { type GreyPicture, MOST_POINTS } from './raster.ts';

/**
 * Pixels in an inch that a page is drawn with. A scan is drawn with its own: pdf.js enlarges pictures without smoothing, and
 * such edges take three times as long to recognise.
 */
const DENSITY = { least: 100, drawn: 250, most: 300 } as const;
const POINTS_PER_INCH = 72;
/** Of a page, drawn: larger ones are drawn with less density. */
const PAGE_POINTS = 12_000_000;

export interface PageRaster {
  picture: GreyPicture;
  /** Points of the page that one pixel stands for. */
  scale: number;
}

export class PdfRasters {
  readonly #file: PDFDocumentProxy;
  readonly #texts: ReadonlySet<number>;
  readonly #pictures: ReadonlySet<number>;

  private constructor(file: PDFDocumentProxy, ops: Record<string, number>) {
    this.#file = file;
    const named = (what: RegExp): Set<number> =>
      new Set(Object.entries(ops).flatMap(([name, op]) => (what.test(name) ? [op] : [])));
    this.#texts = named(/show\w*Text/i);
    this.#pictures = named(/^paint.*Image/);
  }

  /** @throws what pdf.js throws for a file that it can't read */
  static async open(bytes: Uint8Array): Promise<PdfRasters> {
    const scope = globalThis as { pdfjsWorker?: object };
    // pdf.js takes the file apart in this thread when its worker's part is here.
    scope.pdfjsWorker ??= await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
    const task = getDocument({
      data: bytes,
      verbosity: 0,
      enableXfa: false,
      isEvalSupported: false,
      // There is no document to add fonts to: letters are drawn as shapes.
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      BinaryDataFactory: PdfParts,
      CanvasFactory: WorkerCanvases,
      FilterFactory: NoFilters,
      maxImageSize: MOST_POINTS,
    } as unknown as Parameters<typeof getDocument>[0]);
    return new PdfRasters(await task.promise, OPS);
  }

  /** Undefined: a page of text without pictures, however little it is. */
  async page(number: number): Promise<PageRaster | undefined> {
    const page = await this.#file.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList();
    const pictures = fnArray.flatMap((one, at) =>
      this.#pictures.has(one) ? [argsArray[at] as unknown[]] : [],
    );
    if (pictures.length === 0 && fnArray.some((one) => this.#texts.has(one))) return undefined;
    const size = page.getViewport({ scale: 1 });
    const points = Math.max(1, size.width * size.height);
    const scale = Math.min(densityOf(pictures, points) / POINTS_PER_INCH, Math.sqrt(PAGE_POINTS / points));
    const viewport = page.getViewport({ scale });
    const [width, height] = [viewport.width, viewport.height].map((side) => Math.max(1, Math.floor(side)));
    const context = canvasOf(width!, height!);
    try {
      await page.render({
        canvas: null,
        canvasContext: context as never,
        viewport,
        annotationMode: 0,
        background: 'white',
      }).promise;
      const picture = greyOf(context.canvas);
      return { picture, scale: size.width / picture.width };
    } finally {
      context.canvas.width = context.canvas.height = 0;
      page.cleanup();
    }
  }

  close(): void {
    void this.#file.loadingTask.destroy();
  }
}

/** @param pictures the arguments of their operators, which may have a width and a height @param points of the page */
function densityOf(pictures: readonly unknown[][], points: number): number {
  const pixels = pictures.map(([, width, height]) =>
    typeof width === 'number' && typeof height === 'number' ? width * height : 0,
  );
  const largest = Math.max(0, ...pixels);
  if (largest === 0) return DENSITY.drawn;
  const own = Math.sqrt(largest / points) * POINTS_PER_INCH;
  return Math.min(DENSITY.most, Math.max(DENSITY.least, own));
}

interface Drawing {
  canvas: OffscreenCanvas | null;
  context: OffscreenCanvasRenderingContext2D | null;
}

/** What pdf.js draws on besides the page: masks and groups. */
class WorkerCanvases {
  create(width: number, height: number): Drawing {
    const context = canvasOf(width, height);
    return { canvas: context.canvas, context };
  }

  reset({ canvas }: Drawing, width: number, height: number): void {
    if (canvas) [canvas.width, canvas.height] = [width, height];
  }

  destroy(drawing: Drawing): void {
    if (drawing.canvas) drawing.canvas.width = drawing.canvas.height = 0;
    drawing.canvas = drawing.context = null;
  }
}

/** Colours are changed by filters of the document, and there is none. */
class NoFilters {
  addFilter = (): string => 'none';
  addHCMFilter = this.addFilter;
  addAlphaFilter = this.addFilter;
  addLuminosityFilter = this.addFilter;
  addHighlightHCMFilter = this.addFilter;
  destroy(): void {
    // Nothing was made.
  }
}
