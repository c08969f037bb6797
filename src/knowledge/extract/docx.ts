// Word files: mammoth converts them to HTML, which is converted to Markdown like a page.
//
// Mammoth gets a new ZIP with only the text parts, unpacked and checked: it limits neither the unpacked size nor the
// nesting, and repeats a note for each reference to it.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- a module that is only declared cannot be imported
/// <reference path="./libraries.d.ts" />
import { zipSync } from 'fflate';
import mammoth from 'mammoth/mammoth.browser.min.js';
import { CONTENT_TYPES } from '../../core/document.ts';
import { type Extracted, Refusal } from './extracted.ts';
import { toMarkdown } from './html-markdown.ts';
import { parsePage } from './html-nodes.ts';
import { firstRowsAsHeads, properties } from './office.ts';
import { withProperties } from './with-properties.ts';
import { type Attributes, checkXml } from './xml.ts';
import { Zip } from './zip.ts';

/** Parts that hold text or its structure, without pictures, fonts, macros and embedded files. */
const PARTS = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?[\w.-]+\.(?:xml|rels))$/;

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

export async function extractDocx(bytes: Uint8Array): Promise<Extracted> {
  const zip = new Zip(bytes);
  if (!zip.has('word/document.xml'))
    throw new Refusal('the file is damaged: this Word file has no document in it');
  const parts: Record<string, Uint8Array> = {};
  for (const name of zip.names) {
    if (!PARTS.test(name)) continue;
    const xml = zip.text(name);
    checkXml(xml, eachNoteOnce());
    parts[name] = new TextEncoder().encode(xml.replace(/^(<\?xml[^>]*?)\s+encoding=["'][^"']*["']/, '$1'));
  }
  const { buffer } = zipSync(parts, { level: 0 });
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: buffer as ArrayBuffer },
    {
      externalFileAccess: false,
      includeEmbeddedStyleMap: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      styleMap: [
        "p[style-name='Title'] => h1:fresh",
        "p[style-name='Subtitle'] => p:fresh",
        "p[style-name='Source Code'] => pre:separator('\n')",
      ],
    },
  );
  const page = parsePage(value);
  firstRowsAsHeads(page);
  const body = toMarkdown(page);
  return withProperties(
    { body, content_type: CONTENT_TYPES.markdown, metadata: { format: 'docx' } },
    properties(zip),
  );
}
