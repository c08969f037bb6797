// The tools without a script: search, get and sources. They can't be edited or removed, only switched off.
import { BUNDLE_IDS, slugOf } from '../core/bundle.ts';
import { SEARCH_MODES } from '../core/document.ts';
import type { JsonObject } from '../base/json.ts';
import type { Outbound } from '../core/outbound.ts';
import type { ObjectSchema } from '../core/schema.ts';
import { QUERY_TABLE, TABLE_ROWS } from '../core/table.ts';
import { TIMEOUT, type CallReport, type Tool } from '../core/tool.ts';
import type { Caller, OutgoingRequest } from '../core/call.ts';
import type { CallRun } from '../core/ports/call-run.ts';
import type { LibraryServices } from '../core/ports/library-services.ts';

export interface Builtin {
  name: string;
  description: string;
  parameters: ObjectSchema;
  /** A person is asked before each call. */
  approve?: boolean;
  /** A tool that calls it asks a person each time, because it is meant only for callers that the page trusts. */
  guarded?: boolean;
  /** Tells whether models may call it at the moment. Default: yes. */
  forModels?(): boolean;
  /** What its results contain, for questions about sending them on. Default: `results of NAME`. */
  reads?: string;
  /** Returns the requests that a call makes. A model that has read untrusted text needs an approval for them. */
  sends?(args: JsonObject): Promise<OutgoingRequest[]>;
  /**
   * @param args checked against `parameters`, defaults filled in
   * @returns a value that JSON can hold
   */
  execute(args: JsonObject, signal: AbortSignal, caller: Caller, outbound: Outbound): Promise<unknown>;
  /**
   * Replaces `execute` for a tool that asks a person, calls tools or reports progress. It keeps its own deadline.
   * @throws Failure
   */
  perform?(run: CallRun): Promise<CallReport>;
}

/** Maximum results of one search: what a model can still read. */
const MAX_RESULTS = 100;
const DEFAULT_RESULTS = 12;
const DOCUMENTS = 'your documents';

/** The implementation loads with the first call; listing the tools doesn't need it. */
const calls = (): Promise<typeof import('./library-calls.ts')> => import('./library-calls.ts');

export function builtins(library: LibraryServices): Builtin[] {
  return [
    {
      name: 'search',
      description:
        'Search the documents in the library. Returns the best passages, each with the id and position in its document.',
      parameters: {
        type: 'object',
        properties: {
          query: { type: 'string', description: 'What to look for' },
          mode: {
            type: 'string',
            enum: [...SEARCH_MODES],
            default: 'keyword',
            description: 'How to search',
          },
          limit: {
            type: 'integer',
            minimum: 1,
            maximum: MAX_RESULTS,
            default: DEFAULT_RESULTS,
            description: 'Results at most',
          },
          filters: {
            type: 'object',
            description: 'Narrow the search',
            properties: {
              source: { type: 'string', description: 'Only documents of this source' },
              since: {
                type: 'string',
                description: 'Only documents updated at or after this date (ISO 8601)',
              },
            },
          },
        },
        required: ['query'],
      },
      reads: DOCUMENTS,
      sends: async (args) => (await calls()).requestsOfSearch(library, args),
      execute: async (...call) => (await calls()).search(library, ...call),
    },
    {
      name: 'get',
      description:
        'Read a document by the id from a search: all of it or a part. A long document is read in several parts.',
      parameters: {
        type: 'object',
        properties: {
          id: { type: 'string', description: 'The id of the document' },
          start: {
            type: 'integer',
            minimum: 0,
            description: 'Where to begin, in characters',
          },
          end: { type: 'integer', minimum: 1, description: 'Where to stop, in characters' },
        },
        required: ['id'],
      },
      reads: DOCUMENTS,
      sends: async (args) => (await calls()).requestsOfGet(library, args),
      execute: async (...call) => (await calls()).get(library, ...call),
    },
    {
      name: 'sources',
      description: 'List the sources in the library with their documents and passages.',
      parameters: { type: 'object', properties: {} },
      reads: DOCUMENTS,
      execute: async (_args, signal, _caller, outbound) => ({
        sources: await library.sources({ signal, outbound }),
      }),
    },
    ...(library.query ? [queryTable(library)] : []),
  ];
}

function queryTable(library: LibraryServices): Builtin {
  return {
    name: QUERY_TABLE,
    description:
      'Query a table in the library (CSV, spreadsheet) with SQL: sums, averages, counts, filters, the newest. Without sql it lists tables and columns. Use it instead of counting in passages.',
    parameters: {
      type: 'object',
      properties: {
        sql: {
          type: 'string',
          description: "One SELECT in SQLite's SQL, such as SELECT city, sum(price) FROM data GROUP BY city",
        },
        document: {
          type: 'string',
          description: 'Id, title or file name of the document; its first table is data',
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: TABLE_ROWS.most,
          default: TABLE_ROWS.default,
          description: 'Rows at most',
        },
      },
    },
    reads: DOCUMENTS,
    execute: async (...call) => (await calls()).queryTable(library, ...call),
  };
}

/** Tells whether a person must be asked before this call. */
export function needsApproval({ policy }: Tool, builtin: Builtin | undefined, caller: Caller): boolean {
  if (builtin?.guarded === true && caller.kind === 'tool') return true;
  // A person who fills in a form and presses Run has seen what runs: that is the approval.
  return policy === 'ask' && caller.kind !== 'user';
}

const START = new Date(0).toISOString();

/** Returns a built-in as a tool, for lists and for the invocation path. */
export function builtinTool(builtin: Builtin, enabled: boolean): Tool {
  return {
    id: `builtin:${builtin.name}`,
    bundle: BUNDLE_IDS.builtin,
    slug: slugOf(builtin.name),
    folder: '',
    name: builtin.name,
    kind: 'builtin',
    origin: 'builtin',
    source: '',
    spec: {
      name: builtin.name,
      version: '1',
      description: builtin.description,
      parameters: builtin.parameters,
      timeout: TIMEOUT.default,
      approve: builtin.approve === true,
      hosts: [],
    },
    policy: builtin.approve === true ? 'ask' : 'allow',
    files: {},
    hosts: [],
    writes: false,
    config: {},
    limits: {},
    tags: [],
    llmCallable: builtin.forModels?.() ?? true,
    userCallable: true,
    enabled,
    // Built-ins ship with the program and have no history.
    createdAt: START,
    modifiedAt: START,
    currentSince: START,
  };
}
