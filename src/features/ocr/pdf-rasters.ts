// Renders PDF pages as greyscale images, with pdf.js in a worker.
//
// - Scripts, forms and links of the file are never run; nothing outside the file is loaded.
import { getDocument, OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PdfParts } from '../../knowledge/extract/pdf-parts.ts';
import { canvasOf, greyOf } from './decode-picture.ts';
import { type GreyPicture, MOST_POINTS } from './raster.ts';

/**
 * Rendering resolution in dpi. A scan is rendered at its own resolution: pdf.js enlarges images without smoothing,
 * and such edges triple the OCR time.
 */
const DENSITY = { least: 100, drawn: 250, most: 300 } as const;
const POINTS_PER_INCH = 72;
/** Pixels of a rendered page: larger pages get a lower resolution. */
const PAGE_POINTS = 12_000_000;

export interface PageRaster {
  picture: GreyPicture;
  /** Page points per pixel. */
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

  /** @throws the error of pdf.js for a file it can't read */
  static async open(bytes: Uint8Array): Promise<PdfRasters> {
    const scope = globalThis as { pdfjsWorker?: object };
    // With its worker module loaded, pdf.js parses the file in this thread.
    scope.pdfjsWorker ??= await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
    const task = getDocument({
      data: bytes,
      verbosity: 0,
      enableXfa: false,
      isEvalSupported: false,
      // There is no document to add fonts to, so glyphs are drawn as paths.
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

  /** Undefined for a page of text without images, however short. */
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

/**
 * @param pictures the operator arguments of its images, which may include width and height @param points area of the
 *   page
 */
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

/** Canvases for pdf.js to draw masks and groups on. */
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

/** Colour filters need a document, and there is none. */
class NoFilters {
  addFilter = (): string => 'none';
  addHCMFilter = this.addFilter;
  addAlphaFilter = this.addFilter;
  addLuminosityFilter = this.addFilter;
  addHighlightHCMFilter = this.addFilter;
  destroy(): void {
    // Nothing to destroy.
  }
}
