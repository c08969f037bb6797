// A Word file as a page: mammoth converts it to HTML, and charts and diagrams, which it skips, are read beside it.
//
// Mammoth gets a new ZIP with only the parts it needs, unpacked and checked: it limits neither the unpacked size nor
// the nesting, and repeats a note for each reference to it.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- a module that is only declared cannot be imported
/// <reference path="./libraries.d.ts" />
import { zipSync } from 'fflate';
import mammoth from 'mammoth/mammoth.browser.min.js';
import { Refusal } from './extracted.ts';
import { type HtmlElement, parsePage } from './html-nodes.ts';
import { firstRowsAsHeads, relationsOf } from './office.ts';
import { type Drawing, readDrawing } from './office-drawing.ts';
import { type Attributes, checkXml } from './xml.ts';
import type { Zip } from './zip.ts';

const MAIN = 'word/document.xml';
/** Parts that hold text or its structure, without pictures, fonts, macros and embedded files. */
const PARTS = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?[\w.-]+\.(?:xml|rels))$/;
const PICTURES = /^word\/media\/[^/]+$/;

/** Stands for a drawing in the text: characters without a meaning, around its number. */
export const DRAWING_MARK = /\uE0F0(\d{1,6})\uE0F1/g;

export interface WordPage {
  page: HtmlElement;
  /** Numbered as their marks are. */
  drawings: Drawing[];
}

export interface WordPicture {
  contentType: string;
  readAsArrayBuffer(): Promise<ArrayBuffer>;
}

/** @param picture returns the address of a picture; without it, pictures are not unpacked */
export async function readWordPage(
  zip: Zip,
  picture?: (picture: WordPicture) => Promise<string>,
): Promise<WordPage> {
  if (!zip.has(MAIN)) throw new Refusal('the file is damaged: this Word file has no document in it');
  const parts: Record<string, Uint8Array> = {};
  const drawings: Drawing[] = [];
  for (const name of zip.names) {
    if (picture && PICTURES.test(name)) parts[name] = zip.bytes(name);
    if (!PARTS.test(name)) continue;
    const xml = zip.text(name);
    checkXml(xml, eachNoteOnce());
    const marked = name === MAIN ? withMarks(xml, zip, drawings) : xml;
    parts[name] = new TextEncoder().encode(marked.replace(/^(<\?xml[^>]*?)\s+encoding=["'][^"']*["']/, '$1'));
  }
  const { buffer } = zipSync(parts, { level: 0 });
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: buffer as ArrayBuffer },
    {
      externalFileAccess: false,
      includeEmbeddedStyleMap: false,
      convertImage: mammoth.images.imgElement(async (given) => ({
        src: (await picture?.(given).catch(() => '')) ?? '',
      })),
      styleMap: [
        "p[style-name='Title'] => h1:fresh",
        "p[style-name='Subtitle'] => p:fresh",
        "p[style-name='Source Code'] => pre:separator('\n')",
      ],
    },
  );
  const page = parsePage(value);
  firstRowsAsHeads(page);
  return { page, drawings };
}

/** @throws Refusal for several references to the same note, for which Word itself uses a field */
function eachNoteOnce(): (name: string, attributes: Attributes) => void {
  const seen = new Set<string>();
  return (name, attributes) => {
    if (name !== 'footnoteReference' && name !== 'endnoteReference') return;
    const note = `${name} ${attributes['w:id'] ?? ''}`;
    if (seen.has(note)) throw new Refusal('the file is damaged: it refers to the same note again and again');
    seen.add(note);
  };
}

/** Puts a mark before each drawing of a diagram or chart, and reads these into `drawings`. */
function withMarks(xml: string, zip: Zip, drawings: Drawing[]): string {
  if (!/<(?:\w+:)?(?:chart|relIds)\s/.test(xml)) return xml;
  const relations = relationsOf(zip, MAIN);
  const shown = new Set<string>();
  let marked = '';
  let copied = 0;
  let drawing = { at: -1, prefix: '' };
  for (const { index, 1: prefix = '', 2: name = '', 3: rest = '' } of xml.matchAll(
    /<(\w+:)?(drawing|chart|relIds)\b([^<>]*)>/g,
  )) {
    if (name === 'drawing') drawing = { at: index, prefix };
    else if (drawing.at >= copied) {
      const found = readDrawing(zip, relations, { name, attribs: attributesIn(rest) }, shown);
      if (!found) continue;
      marked += `${xml.slice(copied, drawing.at)}<${drawing.prefix}t>\uE0F0${drawings.length}\uE0F1</${drawing.prefix}t>`;
      copied = drawing.at;
      drawing = { at: -1, prefix: '' };
      drawings.push(found);
    }
  }
  return marked + xml.slice(copied);
}

function attributesIn(text: string): Record<string, string> {
  const found = text.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return Object.fromEntries([...found].map(([, name, double, single]) => [name, double ?? single ?? '']));
}
