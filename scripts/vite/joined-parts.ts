// Groups of modules that the build puts into one file. By default, each lazy part is a file, and each module that
// several parts share is another. A first visit then makes about 190 requests, whose overhead costs more than their
// bytes.

/** One file: the named modules with all their static imports, except those in groups of higher priority. */
interface JoinedPart {
  name: string;
  test: RegExp;
  priority: number;
}

function part(name: string, priority: number, modules: string): JoinedPart {
  return { name, priority, test: new RegExp(`/src/(?:${modules})$`) };
}

/** A group may import from groups of higher priority. */
export const JOINED: readonly JoinedPart[] = [
  // Loads with the first tool call.
  part(
    'tools',
    3,
    'tools/(?:invoke|consent|rate|editor|runs)\\.ts|sandbox/(?:runner|http/granted-http-client)\\.ts|' +
      'storage/(?:runs|usage)\\.ts|apps/web/tool-parts\\.ts|page-api/page-parts\\.ts',
  ),
  // Loads as soon as the first screen is idle.
  part(
    'chat',
    2,
    'ui/chat/(?:Transcript|ConversationList|composer/AttachMenu|history/ChatsMenu)\\.svelte|' +
      'ui/chat/(?:prepare|make)-answer\\.ts|apps/web/agent-wiring\\.ts',
  ),
  part('studio', 1, 'ui/studio/Studio\\.svelte'),
];

/** All other workers are single files already; the sandbox worker must be one. */
export const JOINED_IN_WORKERS: readonly JoinedPart[] = [
  part('knowledge', 1, 'apps/web/knowledge-worker\\.ts'),
];
