// The file name of a document, if its title differs: it tells a report in Word from the same report as PDF. Pure.
import type { DocumentMeta } from '../../core/document.ts';
import { withoutSteering } from '../../core/plain-title.ts';

/** Without folders. Undefined when it came from no file, has the same title, or is a page of the guide. */
export function fileNameOf({
  source,
  title,
  source_id,
  source_url,
}: Pick<DocumentMeta, 'source' | 'title' | 'source_id' | 'source_url'>): string | undefined {
  if (source === 'guide') return undefined;
  if (source_url !== undefined || source_id.includes('://')) return undefined;
  const name = /(?:^|\/)([^/]+\.[a-z][a-z0-9]{0,7})$/i.exec(source_id)?.[1];
  return name === undefined || name === title ? undefined : withoutSteering(name);
}
