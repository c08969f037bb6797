// Scans made in the page: slightly rotated text on paper with noise, as a JPEG image; and PDF files of such images.
import type { Page } from 'playwright/test';

export interface Scan {
  bytes: number[];
  width: number;
  height: number;
}

/** A page, 150 dpi and A4 unless it is lower. The first line is larger. @param type of the image */
export function scanned(
  page: Page,
  lines: readonly string[],
  type = 'image/jpeg',
  { grain = true, height = 1754 } = {},
): Promise<Scan> {
  return page.evaluate(
    async ({ lines, type, grain, height }) => {
      const width = 1240;
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#f4f1ea';
      context.fillRect(0, 0, width, height);
      // The same noise each time.
      let seed = 7;
      for (let i = 0; grain && i < 4000; i++) {
        seed = (seed * 48271) % 2147483647;
        context.fillStyle = `rgb(0 0 0 / ${(seed % 10) / 100})`;
        context.fillRect(seed % width, (seed >> 8) % height, 2, 2);
      }
      context.rotate(0.004);
      context.fillStyle = '#222';
      lines.forEach((line, i) => {
        context.font = `${i === 0 ? 44 : 27}px serif`;
        context.fillText(line, 120, 160 + i * 44 + (i > 0 ? 40 : 0));
      });
      const blob = await new Promise<Blob>((made) => canvas.toBlob((one) => made(one!), type, 0.8));
      return { bytes: [...new Uint8Array(await blob.arrayBuffer())], width, height };
    },
    { lines, type, grain, height },
  );
}

/** A page of a PDF: a JPEG image of full width, or a line of text. */
export type PdfPage = Scan | string;

export function pdfOf(pages: readonly PdfPage[]): Buffer {
  const objects: Buffer[] = [];
  const add = (head: string, stream?: Buffer): number => {
    const body = stream
      ? [
          Buffer.from(`${head.replace(/>>$/, `/Length ${stream.length}>>`)}\nstream\n`),
          stream,
          Buffer.from('\nendstream'),
        ]
      : [Buffer.from(head)];
    return objects.push(Buffer.concat(body));
  };
  add('<</Type/Catalog/Pages 2 0 R>>');
  add('');
  const font = add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  const kids = pages.map((page) => {
    const isText = typeof page === 'string';
    const resource = isText
      ? `/Font<</F ${font} 0 R>>`
      : `/XObject<</I ${add(
          `<</Type/XObject/Subtype/Image/Width ${page.width}/Height ${page.height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode>>`,
          Buffer.from(page.bytes),
        )} 0 R>>`;
    const drawn = isText
      ? `BT /F 13 Tf 60 760 Td (${page}) Tj ET`
      : `q 595 0 0 ${(595 * page.height) / page.width} 0 ${842 - (595 * page.height) / page.width} cm /I Do Q`;
    const content = add('<<>>', Buffer.from(drawn));
    return add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<${resource}>>/Contents ${content} 0 R>>`,
    );
  });
  const list = kids.map((kid) => `${kid} 0 R`).join(' ');
  objects[1] = Buffer.from(`<</Type/Pages/Count ${kids.length}/Kids[${list}]>>`);
  const parts = [Buffer.from('%PDF-1.4\n')];
  const places: number[] = [];
  let at = parts[0]!.length;
  objects.forEach((object, i) => {
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    places.push(at);
    at += part.length;
    parts.push(part);
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer <</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}
