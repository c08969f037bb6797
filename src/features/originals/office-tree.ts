// The page of an Office file as plain data: what its reader sends and its view builds. Nothing in it can run.

export const PAGE_TAGS = [
  'section h2 h1 h3 h4 h5 h6 p ul ol li table thead tbody tr th td',
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
}

export interface OfficePage {
  /** The blocks of a Word file; the slides of a presentation. */
  blocks: PageElement[];
  pictures: { type: string; bytes: Uint8Array<ArrayBuffer> }[];
  /** There was more than is shown. */
  isCut: boolean;
}

export type OfficeFormat = 'docx' | 'pptx';

export interface OfficeRequest {
  format: OfficeFormat;
  bytes: Uint8Array<ArrayBuffer>;
}

export type OfficeAnswer = { page: OfficePage } | { problem: string };
