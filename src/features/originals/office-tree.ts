// The page of an Office file as plain data: what its reader sends and its view builds. Nothing in it can run.
import type { Box, TextLook } from '../../knowledge/extract/slides.ts';

export const PAGE_TAGS = [
  'section div h2 h1 h3 h4 h5 h6 p ul ol li table thead tbody tr th td',
  'strong em u s sup sub br pre code blockquote a img figure figcaption aside',
]
  .join(' ')
  .split(' ');

export type PageNode = string | PageElement;

export interface PageElement {
  /** One of `PAGE_TAGS`. */
  tag: string;
  children: PageNode[];
  /** Of a link: a web or mail address. */
  href?: string;
  colspan?: number;
  rowspan?: number;
  /** Of an `img`: the number of its picture; absent, if browsers can't show its format. */
  picture?: number;
  /** Of an `img`. */
  alt?: string;
  /** Of a `div` that stands for a slide: its width by its height. */
  ratio?: number;
  /** Where the element is on the slide around it. */
  box?: Box;
  /** Size of the text, in shares of the width of the slide. */
  size?: number;
  align?: TextLook['align'];
  anchor?: TextLook['anchor'];
}

export interface OfficePage {
  /** The blocks of a text; the slides of a presentation; the sheets of a workbook. */
  blocks: PageElement[];
  pictures: { type: string; bytes: Uint8Array<ArrayBuffer> }[];
  /** There was more than is shown. */
  isCut: boolean;
}

/** Formats of documents that can be shown, and what they are made of. */
export const OFFICE_FORMATS = {
  docx: 'text',
  odt: 'text',
  pptx: 'slides',
  odp: 'slides',
  xlsx: 'sheets',
  ods: 'sheets',
} as const;
export type OfficeFormat = keyof typeof OFFICE_FORMATS;

export function isOffice(format: unknown): format is OfficeFormat {
  return typeof format === 'string' && Object.hasOwn(OFFICE_FORMATS, format);
}

export interface OfficeRequest {
  format: OfficeFormat;
  bytes: Uint8Array<ArrayBuffer>;
}

export type OfficeAnswer = { page: OfficePage } | { problem: string };
