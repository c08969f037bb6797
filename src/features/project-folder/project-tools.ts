// The tools of a project folder: list, read and search run immediately; write, patch and delete show the change as a
// diff.
import type { CallReport } from '../../core/tool.ts';
import { Failure } from '../../core/errors.ts';
import { toFolderPath } from '../../core/folder-path.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { CallRun } from '../../core/ports/call-run.ts';
import { PROJECT_FILES } from '../../core/project.ts';
import type { ObjectSchema } from '../../core/schema.ts';
import { patchText } from '../../core/patch-text.ts';
import { searchFiles } from '../../core/search-files.ts';
import type { Builtin } from '../../tools/builtins.ts';
import { textIn, type ProjectFiles } from './project-files.ts';
import { filesOfChat, type ProjectApp } from './projects.ts';

type Perform = (files: ProjectFiles, args: JsonObject, run: CallRun) => Promise<Json>;

const PATH = { type: 'string', description: 'Path in the project folder, such as src/main.js' } as const;
const DIRECTORY = {
  type: 'string',
  description: 'Only files of this folder, such as src. Default: all',
} as const;
/** Lines of one answer, so that a model can read on. */
const MOST_LINES = 2000;

/** Offers the tools whose names are free. */
export function offerProjectTools(app: ProjectApp): void {
  for (const builtin of projectTools((conversation) => filesOfChat(app, conversation))) {
    // A user's own tool of this name wins.
    if (!app.tools.get(builtin.name)) app.tools.offer(builtin);
  }
}

/** @param find returns the files of a chat, if it has a project folder */
export function projectTools(find: (conversation: string) => Promise<ProjectFiles | undefined>): Builtin[] {
  const make = (name: string, description: string, parameters: ObjectSchema, perform: Perform): Builtin => ({
    name,
    description,
    parameters,
    reads: PROJECT_FILES,
    execute: () => Promise.reject(new Failure('unavailable', `${name} needs a chat`)),
    perform: async (run): Promise<CallReport> => {
      const { first, args } = run;
      const conversation = 'conversation' in first ? first.conversation : undefined;
      const files = conversation === undefined ? undefined : await find(conversation);
      if (!files) {
        throw new Failure(
          'unavailable',
          'this chat has no project folder; the user can open one with +, Project folder',
        );
      }
      return { outcome: { result: await perform(files, args, run) }, args, logs: [], milliseconds: 0 };
    },
  });
  return [
    make(
      'fs_list',
      'List the files of the project folder of this chat, with their sizes in bytes.',
      { type: 'object', properties: { dir: DIRECTORY } },
      list,
    ),
    make(
      'fs_read',
      `Read a text file of the project folder, up to ${MOST_LINES.toLocaleString('en')} lines per call.`,
      {
        type: 'object',
        properties: {
          path: PATH,
          line: { type: 'integer', minimum: 1, default: 1, description: 'The first line' },
        },
        required: ['path'],
      },
      read,
    ),
    make(
      'fs_search',
      'Find plain text in the files of the project folder, ignoring case. Returns path, line number and line.',
      {
        type: 'object',
        properties: { text: { type: 'string', description: 'The text to look for' }, dir: DIRECTORY },
        required: ['text'],
      },
      search,
    ),
    make(
      'fs_write',
      'Write a whole text file to the project folder. The user sees the change as a diff and approves it. To change a part of a file, use fs_patch.',
      {
        type: 'object',
        properties: { path: PATH, text: { type: 'string', description: 'The whole new text' } },
        required: ['path', 'text'],
      },
      (files, args, run) => change(files, run, String(args['path']), String(args['text']), 'fs.write'),
    ),
    make(
      'fs_patch',
      'Change a file of the project folder with a unified diff. Read the file first. The user sees the change and approves it.',
      {
        type: 'object',
        properties: {
          path: PATH,
          diff: { type: 'string', description: 'Hunks that begin with @@ -1,2 +1,2 @@, for this file only' },
        },
        required: ['path', 'diff'],
      },
      patch,
    ),
    make(
      'fs_delete',
      'Delete a file of the project folder. The user sees its text and approves it.',
      { type: 'object', properties: { path: PATH }, required: ['path'] },
      (files, args, run) => change(files, run, String(args['path']), undefined, 'fs.delete'),
    ),
  ];
}

const list: Perform = async (files, args) => {
  const within = directoryIn(args, 'fs.list');
  const { files: all, left } = await files.list();
  const shown = all.filter(({ path }) => path.startsWith(within));
  return {
    folder: files.name,
    files: shown.map(({ path, size }) => ({ path, size })),
    ...(left > 0 && { left_out: `${left} entries whose names or links cannot be used` }),
  };
};

const read: Perform = async (files, args) => {
  const path = toFolderPath(String(args['path']), 'fs.read');
  const lines = (await files.readText(path, 'fs.read')).split('\n');
  const from = typeof args['line'] === 'number' ? args['line'] : 1;
  const part = lines.slice(from - 1, from - 1 + MOST_LINES);
  const next = from + part.length;
  return {
    path,
    text: part.join('\n'),
    lines: lines.length,
    ...(from > 1 && { line: from }),
    ...(next <= lines.length && { next_line: next }),
  };
};

const search: Perform = async (files, args, { signal }) => {
  const within = directoryIn(args, 'fs.search');
  const all = (await files.list()).files.filter(({ path }) => path.startsWith(within));
  const textAt = async (path: string): Promise<string | undefined> => {
    const bytes = await files.read(path, 'fs.search');
    return bytes && textIn(bytes);
  };
  const matches = await searchFiles(all, String(args['text']), textAt, signal);
  return { matches: matches.map((match) => ({ ...match })) };
};

const patch: Perform = async (files, args, run) => {
  const path = toFolderPath(String(args['path']), 'fs.patch');
  const bytes = await files.read(path, 'fs.patch');
  const before = bytes && (await files.readText(path, 'fs.patch'));
  return change(files, run, path, patchText(before, String(args['diff']), path), 'fs.patch');
};

/** @param after undefined: the file is deleted */
async function change(
  files: ProjectFiles,
  { ask, signal, outbound, taint }: CallRun,
  given: string,
  after: string | undefined,
  operation: string,
): Promise<Json> {
  outbound.refuse('writing');
  const path = toFolderPath(given, operation);
  const change = await files.propose(path, after, operation);
  taint.add(PROJECT_FILES);
  const act = {
    kind: after === undefined ? ('delete' as const) : ('write' as const),
    path,
    text: '',
    change,
  };
  if (!(await ask(act, signal)).yes) {
    throw new Failure(
      'denied',
      `${operation}: ${path}: the user did not approve the change; ask what they want`,
    );
  }
  await files.change(path, after, operation);
  return { path, [change.what]: true };
}

/** @returns the beginning of the paths; empty: all */
function directoryIn({ dir }: JsonObject, operation: string): string {
  if (typeof dir !== 'string' || /^[./]*$/.test(dir)) return '';
  return `${toFolderPath(dir, operation)}/`;
}
