// What another app meant by a share: the system hands over a title, a text, an address and files, in any mixture. Pure.
import { CONTENT_TYPES, type DocumentInput } from '../../core/document.ts';
import { count } from '../components/quantities.ts';
import { titleOf } from './title-of.ts';

export interface Shared {
  files: File[];
  /** A page that was shared, to be fetched. */
  address?: string;
  /** A text that was shared, as the document it becomes. */
  note?: DocumentInput;
  title: string;
}

/** The collection that shared texts and links go into. */
const SOURCE = 'shared';
/** Files named to whoever is asked. */
const MOST_NAMED = 3;
const ADDRESS = /https?:\/\/\S+/;

/** Android puts an address into the text; then what stands beside it is its title or what somebody wrote to it. */
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

/** What a share holds, for whoever is asked about it: names of files, the address, the title. */
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

/** What is kept of a page that cannot be read. The same link shared again is the same document. */
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
