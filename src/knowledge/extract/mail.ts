// E-mail messages: the subject as the title, then sender, recipients and date, the text, and the attachments as
// files.
//
// `postal-mime` reads character sets, transfer encodings and the tree of parts. A message within a message is an
// attachment.
import type { Address, Attachment, Email } from 'postal-mime';
import { CONTENT_TYPES } from '../../core/document.ts';
import type { JsonObject } from '../../base/json.ts';
import { type Extracted, type InnerFile, Refusal } from './extracted.ts';
import { extractHtml } from './html.ts';
import { escapeInline } from './html-inline.ts';
import { checkCount, LIMITS } from './limits.ts';
import { parseMail } from './mail-encodings.ts';

/** Nesting of parts: real messages have about six levels. */
const DEEPEST = 50;
/** Maximum number of recipients to list. */
const MOST_NAMED = 20;
/** Signatures and keys, which are useless to a reader. */
const SIGNATURES = /^application\/(?:(?:x-)?pkcs7-|pgp-)/;
/** Structure that only the HTML of a message has. */
const STRUCTURE = /<(?:th|li|h[1-6]|pre)\b/i;
/** Share of the HTML's characters from which the plain text counts as equivalent. */
const SAME_TEXT = 0.6;

/** @throws Refusal for a file without message headers */
export async function extractMail(bytes: Uint8Array<ArrayBuffer>): Promise<Extracted> {
  const mail = await parseMail(bytes, { forceRfc822Attachments: true, maxNestingDepth: DEEPEST });
  const { from, to, subject, date } = mail;
  if (!from && !to && !subject && !date) throw new Refusal('this is not an e-mail message, or it is damaged');
  checkCount('attachments', mail.attachments.length, LIMITS.attachments);
  const files = mail.attachments.filter(isFile).map(toFile);
  const { text, isMarkdown } = textOf(mail);
  const head = headOf(mail, files);
  const mark = (line: [string, string]): string =>
    isMarkdown ? `**${line[0]}:** ${escapeInline(line[1])}` : `${line[0]}: ${line[1]}`;
  const body = `${head.map(mark).join('\n')}\n\n${text}`.trim();
  checkCount('characters of text', body.length, LIMITS.characters);
  const metadata: JsonObject = { format: 'mail' };
  if (mail.messageId) metadata['message_id'] = mail.messageId;
  const extracted: Extracted = {
    title: oneLine(subject ?? '') || 'No subject',
    body,
    content_type: isMarkdown ? CONTENT_TYPES.markdown : CONTENT_TYPES.text,
    metadata,
    files,
  };
  const author = from?.name || from?.address;
  if (author) extracted.author = oneLine(author);
  if (date) extracted.created_at = extracted.updated_at = date;
  return extracted;
}

/** Prefers HTML where it has structure or more text; in many messages both have the same text. */
function textOf({ html, text }: Email): { text: string; isMarkdown: boolean } {
  const plain = (text ?? '').replace(/\r\n?/g, '\n').trim();
  if (!html) return { text: plain, isMarkdown: false };
  const marked = extractHtml(html).body;
  const isSame = plain.length >= SAME_TEXT * marked.length && !STRUCTURE.test(html);
  return isSame || marked === '' ? { text: plain, isMarkdown: false } : { text: marked, isMarkdown: true };
}

function headOf({ from, to, cc, date }: Email, files: InnerFile[]): [string, string][] {
  const day = new Date(date ?? NaN);
  const when = Number.isNaN(day.getTime())
    ? (date ?? '')
    : `${day.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const head: [string, string][] = [
    ['From', from ? named([from]) : ''],
    ['To', named(to ?? [])],
    ['Cc', named(cc ?? [])],
    ['Date', oneLine(when)],
    ['Attachments', files.map(({ name }) => name).join(', ')],
  ];
  return head.filter(([, value]) => value !== '');
}

function named(addresses: Address[]): string {
  const people = addresses.flatMap((address) => address.group ?? [address]);
  const texts = people
    .slice(0, MOST_NAMED)
    .map(({ name, address }) => oneLine(name && address ? `${name} (${address})` : name || address || ''))
    .filter((text) => text !== '');
  const others = people.length - MOST_NAMED;
  return others > 0 ? `${texts.join(', ')} and ${others} others` : texts.join(', ');
}

/** Excludes pictures within the text, and signatures. */
function isFile({ mimeType, disposition, related }: Attachment): boolean {
  const isPicture = mimeType.startsWith('image/') && disposition !== 'attachment';
  return !related && !isPicture && !SIGNATURES.test(mimeType);
}

function toFile({ filename, mimeType, content }: Attachment, index: number): InnerFile {
  if (typeof content === 'string') throw new Error('An attachment came as text.');
  const name = oneLine((filename ?? '').replace(/[\\/]/g, '_'));
  return {
    name: name || (mimeType === 'message/rfc822' ? 'message.eml' : `attachment ${index + 1}`),
    type: mimeType,
    bytes: new Uint8Array(content),
  };
}

function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\s\x00-\x1f\x7f]+/g, ' ').trim();
}
