// Interprets a share from another app: the system passes a title, a text, an address and files, in any combination.
// Pure.
import { CONTENT_TYPES, type DocumentInput } from '../../core/document.ts';
import { count } from '../components/quantities.ts';
import { titleOf } from './title-of.ts';

export interface Shared {
  files: File[];
  /** A shared page, to be fetched. */
  address?: string;
  /** A shared text, as a document. */
  note?: DocumentInput;
  title: string;
}

/** The source of shared texts and links. */
const SOURCE = 'shared';
/** Maximum number of files to name in the confirmation. */
const MOST_NAMED = 3;
const ADDRESS = /https?:\/\/\S+/;

/** Android puts an address into the text, with the title or the user's comment around it. */
export function readShared(form: FormData): Shared {
  const said = (name: string): string =>
    form
      .getAll(name)
      .filter((one) => typeof one === 'string')
      .join('\n')
      .trim();
  const files = form
    .getAll('files')
    .filter((one) => one instanceof File && (one.size > 0 || one.name !== ''));
  const title = said('title');
  const text = said('text');
  const address = ADDRESS.exec(said('url'))?.[0] ?? ADDRESS.exec(text)?.[0];
  const rest = address === undefined ? text : text.replace(address, '').trim();
  const shared: Shared = { files: files as File[], title };
  if (rest !== '' && rest !== title) {
    shared.note = {
      title: title || titleOf(rest),
      body: text,
      source: SOURCE,
      content_type: CONTENT_TYPES.text,
      ...(address !== undefined && { source_url: address }),
    };
  } else if (address !== undefined) {
    shared.address = address;
  } else if (title !== '' && files.length === 0) {
    shared.note = { title, body: title, source: SOURCE, content_type: CONTENT_TYPES.text };
  }
  return shared;
}

/** Describes a share for confirmation: file names, the address, the title. */
export function inWords({ files, address, note, title }: Shared): string {
  const named = files.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = files.length - named.length;
  const parts = [
    ...named,
    ...(more > 0 ? [count(more, 'more file')] : []),
    ...(address === undefined ? [] : [`the page ${address}`]),
    ...(note ? [`the text “${note.title}”`] : []),
  ];
  return parts.join(', ') || title || 'Nothing readable';
}

/** What is kept of an unreadable page. The same link shared again is the same document. */
export function linkNote(address: string, title: string): DocumentInput {
  return {
    title: title || address,
    body: title ? `${title}\n\n${address}` : address,
    source: SOURCE,
    source_id: address,
    source_url: address,
    content_type: CONTENT_TYPES.text,
  };
}
