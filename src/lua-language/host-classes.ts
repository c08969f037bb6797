// The tables that the program's own calls take and return, field by field.
import type { ApiClass, ApiField } from './api-entry.ts';

type Row = readonly [field: string, type: string, help: string];

/** A `?` after its name marks an optional field. */
function toClass(name: string, help: string, rows: readonly Row[]): ApiClass {
  const fields = rows.map(([field, type, text]): ApiField =>
    field.endsWith('?')
      ? { name: field.slice(0, -1), type, help: text, optional: true }
      : { name: field, type, help: text },
  );
  return { name, help, fields };
}

const HEADERS: Row = ['headers?', 'table<string, string|number|boolean>', 'Request headers by name'];
const TIMEOUT: Row = ['timeout?', 'number', 'Seconds to wait for the response (default: 30)'];
const RETRIES: Row = ['retries?', 'integer|HttpRetries', 'Retries after a network or server failure'];
const PARAMS: Row = [
  'params?',
  'table<string, any>',
  'Query parameters, appended to the URL. A list repeats its name',
];
const ON_EVENT: Row = [
  'on_event?',
  'fun(event: HttpEvent): boolean?',
  'Called with each server-sent event as it arrives. Return false to stop',
];
const BODY: Row = ['body?', 'string|number|table', 'The request body. A table is sent as JSON'];

const SEARCH: readonly Row[] = [
  ['mode?', '"keyword"|"semantic"|"hybrid"', 'The search mode (default: "keyword")'],
  ['limit?', 'integer', 'The maximum number of results (default: 12)'],
  ['source?', 'string', 'Limits the search to this source'],
  ['since?', 'string', 'Limits the search to documents updated since this date'],
  ['filters?', 'SearchFilters', 'Another place for source and since'],
];

const TABLE_QUERY: readonly Row[] = [
  ['document?', 'string', 'The id, title or file name of the document'],
  ['limit?', 'integer', 'The maximum number of rows (default: 100)'],
];

export const HOST_CLASSES: readonly ApiClass[] = [
  toClass('HttpOptions', 'Options of a request', [HEADERS, PARAMS, TIMEOUT, RETRIES, ON_EVENT]),
  toClass('HttpRequest', 'A request', [
    ['url', 'string', 'The URL. Its host must be granted'],
    ['method?', 'string', 'The HTTP method (default: GET)'],
    HEADERS,
    PARAMS,
    BODY,
    TIMEOUT,
    RETRIES,
    ON_EVENT,
  ]),
  toClass('HttpEvent', 'A server-sent event', [
    ['data', 'string', 'The data'],
    ['event?', 'string', 'The kind of event'],
    ['id?', 'string', 'The id of the event'],
  ]),
  toClass('HttpRetries', 'Options of retries', [
    ['count', 'integer', 'The number of retries'],
    ['wait?', 'number', 'Seconds before the first retry. Each wait is longer than the one before'],
    ['longest?', 'number', 'The longest wait in seconds'],
    ['jitter?', 'number', 'The random part of each wait, from 0 to 1'],
  ]),
  toClass('HttpTokenRequest', 'A request for an access token', [
    ['url', 'string', 'The URL. Its host must be granted'],
    HEADERS,
    BODY,
    TIMEOUT,
  ]),
  toClass('HttpAnswer', 'A response', [
    ['status', 'integer', 'The status code, such as 200 or 404'],
    ['ok', 'boolean', 'True for a status from 200 to 299'],
    ['headers', 'table<string, string>', 'Response headers by lowercase name'],
    ['body', 'string', 'The response body'],
    ['json?', 'any', 'The parsed body, if it is JSON'],
    ['streamed?', 'boolean', 'True when the events went to on_event. The body is empty then'],
  ]),
  toClass('WebPage', 'A web page as Markdown', [
    ['markdown', 'string', 'The main content: headings, lists, tables, links'],
    ['title?', 'string', 'The title'],
    ['author?', 'string', 'The author'],
    ['url?', 'string', 'The canonical address, as the page states it'],
    ['updated_at?', 'string', 'The last change, as the page states it'],
  ]),
  toClass('SearchFilters', 'Filters of a search', [
    ['source?', 'string', 'Limits the search to this source'],
    ['since?', 'string', 'Limits the search to documents updated since this date'],
  ]),
  toClass('SearchOptions', 'Options of a search', SEARCH),
  toClass('SearchQuery', 'A search', [['query', 'string', 'The search text'], ...SEARCH]),
  toClass('SearchHit', 'A search result: the best passage of a document', [
    ['id', 'string', 'The document’s id, for context.get'],
    ['score', 'number', 'The score, from 0 to 1'],
    ['source', 'string', 'The document’s source'],
    ['source_id', 'string', 'The document’s name within its source'],
    ['updated_at', 'string', 'The time of the last change'],
    ['title?', 'string', 'The document’s title'],
    ['source_url?', 'string', 'The address of the original on the web'],
    ['snippet', 'string', 'The best part of the text'],
    ['heading?', 'string', 'The heading above it'],
    ['chunk', 'integer', 'The index of the chunk it is in'],
  ]),
  toClass('Document', 'A document in the library', [
    ['id', 'string', 'The id'],
    ['source', 'string', 'The document’s source'],
    ['source_id', 'string', 'The document’s name within its source'],
    ['title?', 'string', 'The document’s title'],
    ['author?', 'string', 'The author'],
    ['source_url?', 'string', 'The address of the original on the web'],
    ['content_type', 'string', 'The media type, such as text/markdown'],
    ['body', 'string', 'The whole text'],
    ['created_at', 'string', 'The time of creation'],
    ['updated_at', 'string', 'The time of the last change'],
    ['metadata', 'table<string, any>', 'Other facts from the source'],
    ['chunks', 'DocumentChunk[]', 'The text in chunks'],
  ]),
  toClass('DocumentChunk', 'A chunk of a document', [
    ['index', 'integer', 'The index, from 0'],
    ['text', 'string', 'The text'],
    ['heading?', 'string', 'The heading above it'],
  ]),
  toClass('DocumentSource', 'A source of documents', [
    ['name', 'string', 'The name'],
    ['configured', 'boolean', 'True if no setting is missing'],
    ['healthy', 'boolean', 'True if it worked the last time'],
    ['documents', 'integer', 'The number of documents'],
    ['chunks', 'integer', 'The number of chunks'],
    ['notes?', 'string', 'A remark'],
  ]),
  toClass('TableQueryOptions', 'Options of a query', TABLE_QUERY),
  toClass('TableQuery', 'A query', [['sql?', 'string', 'One SELECT'], ...TABLE_QUERY]),
  toClass('TableAnswer', 'The result of a query', [
    ['columns', 'string[]', 'The column names, in order'],
    ['rows', 'table<string, any>[]', 'The rows, as tables by column name'],
    ['truncated', 'boolean', 'True if rows were left out'],
    ['tables', 'TableInfo[]', 'The tables that can be queried'],
  ]),
  toClass('TableInfo', 'A table in the library', [
    ['name', 'string', 'The name to use in SQL'],
    ['document', 'string', 'The id of its document'],
    ['title', 'string', 'The title of its document'],
    ['columns', 'TableColumn[]', 'The columns'],
    ['rows', 'integer', 'The number of rows'],
  ]),
  toClass('TableColumn', 'A column of a table', [
    ['name', 'string', 'The name, as in the file'],
    ['type', '"number"|"date"|"text"', 'The type of its values'],
  ]),
  toClass('JsonParseOptions', 'Options of json.parse', [
    ['null?', 'any', 'The value for null, such as json.null (default: nil)'],
  ]),
  toClass('JsonOptions', 'Options of json.encode', [
    ['indent?', 'integer|string|boolean', 'The number of spaces to indent with, or the text'],
  ]),
  toClass('ChartOptions', 'A chart', [
    ['rows', 'table[]', 'The data: tables with the same fields'],
    [
      'kind?',
      '"bar"|"line"|"area"|"scatter"|"histogram"|"heatmap"',
      'The kind of chart (default: what fits the rows)',
    ],
    ['x?', 'string', 'The field for the x-axis'],
    ['y?', 'string', 'The field for the y-axis'],
    ['value?', 'string', 'The field for the color of a heat map'],
    ['title?', 'string', 'The title above the chart'],
  ]),
  toClass('FileMatch', 'A line found by fs.search', [
    ['path', 'string', 'The path of the file'],
    ['line', 'integer', 'The number of the line, from 1'],
    ['text', 'string', 'The line'],
  ]),
  toClass('FolderEntry', 'An entry in the tool’s own folder', [
    ['path', 'string', 'The path'],
    ['size', 'integer', 'The size in bytes'],
    ['modified', 'integer', 'The time of the last change, in seconds since 1970'],
    ['type', '"file"|"directory"', 'The type'],
  ]),
  toClass('ToolAnswer', 'The outcome of one call', [
    ['ok', 'boolean', 'True if the call succeeded'],
    ['name', 'string', 'The name of the tool'],
    ['result?', 'any', 'The result, if it succeeded'],
    ['error?', 'ToolFailure', 'The error, if it failed'],
  ]),
  toClass('ToolFailure', 'The error of a call', [
    ['code', 'string', 'The code, such as timeout or denied'],
    ['message', 'string', 'The message'],
    ['details?', 'any', 'More about the error'],
  ]),
];

const BY_NAME = new Map(HOST_CLASSES.map((one) => [one.name, one]));

/** Returns the class of a type such as `HttpOptions`; undefined if it is not a table with known fields. */
export function hostClass(type: string): ApiClass | undefined {
  return BY_NAME.get(type);
}
