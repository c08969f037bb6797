// `html.markdown`: converts a page that the run already has to Markdown. It reads and sends nothing else, so the run
// learns nothing new.
import { Failure } from '../../core/errors.ts';
import type { HostCall, HostServices } from '../capabilities.ts';
import type { HostAnswer } from '../../core/ports/grants.ts';

export async function htmlToMarkdown(
  { readPage }: Pick<HostServices, 'readPage'>,
  { payload, bytes, run }: HostCall,
): Promise<HostAnswer> {
  if (!readPage)
    throw new Failure(
      'unavailable',
      'pages can be converted to Markdown only in the app and on the command line',
    );
  const { url } = payload;
  const address = typeof url === 'string' ? url : undefined;
  return { json: JSON.stringify(await readPage(bytes ?? new Uint8Array(), address, run.signal)) };
}
