// Shared by all Office formats: relations between parts, and metadata.
import type { Extracted } from './extracted.ts';
import { type HtmlElement, isTag, textWithin } from './html-nodes.ts';
import { attributeOf, firstNamed, named, parseXml } from './xml.ts';
import type { Zip } from './zip.ts';

export interface Relation {
  /** Last word of its type: `slide`, `notesSlide`, `worksheet`. */
  type: string;
  /** The target part. */
  target: string;
}

/** Returns the relations of a part by their ids. External ones are dropped: nothing is ever downloaded. */
export function relationsOf(zip: Zip, part: string): Map<string, Relation> {
  const slash = part.lastIndexOf('/') + 1;
  const xml = zip.textIfAny(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`);
  const relations = new Map<string, Relation>();
  for (const element of xml === undefined ? [] : named(parseXml(xml), 'Relationship')) {
    const [id, type, target] = ['Id', 'Type', 'Target'].map((name) => attributeOf(element, name));
    if (!id || !type || !target || attributeOf(element, 'TargetMode') === 'External') continue;
    relations.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: resolvePart(part, target) });
  }
  return relations;
}

/** Resolves a path from a part's folder or the root. `..` above the root stays at the root. */
export function resolvePart(from: string, target: string): string {
  const base = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') base.pop();
    else if (step !== '' && step !== '.') base.push(step);
  }
  return base.join('/');
}

const FIELDS: Record<string, 'title' | 'author' | 'created_at' | 'updated_at'> = {
  title: 'title',
  creator: 'author',
  created: 'created_at',
  'creation-date': 'created_at',
  modified: 'updated_at',
  date: 'updated_at',
};

/** Returns title, author, dates and keywords of `docProps/core.xml`, or of another part with the same element names. */
export function properties(zip: Zip, part = 'docProps/core.xml'): Partial<Extracted> & { tags?: string[] } {
  const xml = zip.textIfAny(part);
  const found: Partial<Extracted> & { tags?: string[] } = {};
  if (xml === undefined) return found;
  const tags: string[] = [];
  for (const element of named(parseXml(xml), '*')) {
    const value = textWithin(element).replace(/\s+/g, ' ').trim();
    const field = Object.hasOwn(FIELDS, element.name) ? FIELDS[element.name] : undefined;
    if (value === '') continue;
    if (field) found[field] ??= value;
    else if (element.name === 'keywords' || element.name === 'keyword') {
      tags.push(
        ...value
          .split(/[,;]/)
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
      );
    }
  }
  if (tags.length > 0) found.tags = tags;
  return found;
}

/** Office programs seldom mark the header row of a table: it is the first. */
export function firstRowsAsHeads(root: HtmlElement): void {
  for (const table of named(root, 'table')) {
    const row = firstNamed(table, 'tr');
    for (const cell of row?.children ?? []) if (isTag(cell) && cell.name === 'td') cell.name = 'th';
  }
}
