// Opens a PDF file for viewing: pdf.js draws in the page and parses the file in its own worker.
//
// - Scripts and forms of the file are never run; nothing outside the file is loaded.
import type { PDFDocumentProxy, PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Larger images, in pixels, stay white: they could exhaust the memory. */
const PICTURE_POINTS = 64_000_000;

export interface PdfFile {
  pages: number;
  page(number: number): Promise<PDFPageProxy>;
  /** Text pieces in file order, as in the page's text layer. */
  texts(number: number): Promise<string[]>;
  textLayer(page: PDFPageProxy, container: HTMLElement): TextLayer;
  close(): void;
}

/** @throws the error of pdf.js for a file it can't read */
export async function openPdf(blob: Blob): Promise<PdfFile> {
  const [pdf, { PdfParts }, data] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('../../knowledge/extract/pdf-parts.ts'),
    blob.arrayBuffer(),
  ]);
  const thread = new Worker(new URL('./pdf-pages-worker.ts', import.meta.url), {
    type: 'module',
    name: 'pdf',
  });
  const worker = new pdf.PDFWorker({ port: thread as never });
  const close = (): void => {
    worker.destroy();
    thread.terminate();
  };
  const failed = new Promise<never>((_, reject) => {
    thread.addEventListener('error', ({ message }) =>
      reject(new Error(message || 'the PDF reader did not start')),
    );
  });
  // Awaited only while the file is being opened.
  failed.catch(() => undefined);
  try {
    const task = pdf.getDocument({
      data,
      worker,
      verbosity: 0,
      enableXfa: false,
      isEvalSupported: false,
      useWorkerFetch: false,
      BinaryDataFactory: PdfParts,
      maxImageSize: PICTURE_POINTS,
    });
    const file: PDFDocumentProxy = await Promise.race([task.promise, failed]);
    const page = (number: number): Promise<PDFPageProxy> => file.getPage(number);
    return {
      pages: file.numPages,
      page,
      texts: async (number) => textsOf(await page(number)),
      textLayer: (of, container) =>
        new pdf.TextLayer({
          textContentSource: of.streamTextContent(),
          container,
          viewport: of.getViewport({ scale: 1 }),
        }),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function textsOf(page: PDFPageProxy): Promise<string[]> {
  const texts: string[] = [];
  // Safari cannot iterate a stream, which `getTextContent` does.
  const reader = (page.streamTextContent() as ReadableStream<{ items: object[] }>).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const item of read.value.items) if ('str' in item) texts.push(String(item.str));
  }
  return texts;
}
