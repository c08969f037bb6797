// `resources/list` and `resources/read`: each document of the library, addressed by source and path.
import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { Failure } from '../core/errors.ts';
import type { Served, ServedDocument } from './served.ts';

const PAGE = 200;
const SCHEME = 'perilune:';

export function answerDocuments(server: Server, served: Served): void {
  server.setRequestHandler('resources/list', async ({ params }) => {
    const offset = offsetOf(params?.cursor);
    const { documents, total } = await served.documents({ offset, limit: PAGE });
    const next = offset + documents.length;
    return {
      resources: documents.map((document) => ({
        uri: uriOf(document),
        name: document.path,
        title: document.title,
        mimeType: document.contentType,
        annotations: { lastModified: document.updatedAt },
      })),
      ...(next < total && documents.length > 0 && { nextCursor: String(next) }),
    };
  });
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: `${SCHEME}///{source}/{+path}`,
        name: 'document',
        title: 'Document',
        description: 'A document of the library by its source and path',
      },
    ],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const place = placeOf(uri);
    const found = place && (await served.document(place).catch(ifThere));
    if (!found) throw new ResourceNotFoundError(uri, `document not found: ${uri}`);
    return { contents: [{ uri, mimeType: found.contentType, text: found.body }] };
  });
}

function offsetOf(cursor: string | undefined): number {
  const offset = Number(cursor ?? 0);
  if (Number.isSafeInteger(offset) && offset >= 0) return offset;
  throw new Failure('bad_request', 'not a cursor of this list');
}

function uriOf({ source, path }: ServedDocument): string {
  return `${SCHEME}///${[source, ...path.split('/')].map(encodeURIComponent).join('/')}`;
}

function placeOf(uri: string): Pick<ServedDocument, 'source' | 'path'> | undefined {
  if (!uri.startsWith(`${SCHEME}///`)) return undefined;
  try {
    const [source, ...path] = uri
      .slice(SCHEME.length + 3)
      .split('/')
      .map(decodeURIComponent);
    return source && path.length > 0 ? { source, path: path.join('/') } : undefined;
  } catch {
    return undefined;
  }
}

function ifThere(problem: unknown): undefined {
  if (problem instanceof Failure && problem.code === 'not_found') return undefined;
  throw problem;
}
