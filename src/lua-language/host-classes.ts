// The tables that the program's own calls take and give, field by field.
import type { ApiClass, ApiField } from './api-entry.ts';

type Row = readonly [field: string, type: string, help: string];

/** `?` behind the name of a field that may be absent. */
function toClass(name: string, help: string, rows: readonly Row[]): ApiClass {
  const fields = rows.map(([field, type, text]): ApiField =>
    field.endsWith('?')
      ? { name: field.slice(0, -1), type, help: text, optional: true }
      : { name: field, type, help: text },
  );
  return { name, help, fields };
}

const HEADERS: Row = ['headers?', 'table<string, string|number|boolean>', 'Header lines to send, by name'];
const TIMEOUT: Row = ['timeout?', 'number', 'Seconds to wait for the answer; 30 without it'];
const RETRIES: Row = [
  'retries?',
  'integer|HttpRetries',
  'How often to try again when the network or the server fails',
];
const PARAMS: Row = [
  'params?',
  'table<string, any>',
  'Put behind the address as its query; a list repeats its name',
];
const BODY: Row = ['body?', 'string|number|table', 'What to send; a table goes as JSON'];

const SEARCH: readonly Row[] = [
  ['mode?', '"keyword"|"semantic"|"hybrid"', 'How to search; "keyword" without it'],
  ['limit?', 'integer', 'Results at most; 12 without it'],
  ['source?', 'string', 'Only documents of this source'],
  ['since?', 'string', 'Only documents updated since this date'],
  ['filters?', 'SearchFilters', 'source and since may stand here too'],
];

const TABLE_QUERY: readonly Row[] = [
  ['document?', 'string', 'Its id, title or file name'],
  ['limit?', 'integer', 'Rows at most; 100 without it'],
];

export const HOST_CLASSES: readonly ApiClass[] = [
  toClass('HttpOptions', 'How to send a request', [HEADERS, PARAMS, TIMEOUT, RETRIES]),
  toClass('HttpRequest', 'A whole request', [
    ['url', 'string', 'The address; its host must be granted'],
    ['method?', 'string', 'GET without it'],
    HEADERS,
    PARAMS,
    BODY,
    TIMEOUT,
    RETRIES,
  ]),
  toClass('HttpRetries', 'How to try again', [
    ['count', 'integer', 'How often'],
    ['wait?', 'number', 'Seconds before the first time; each wait is longer than the one before'],
    ['longest?', 'number', 'Seconds that a wait lasts at most'],
    ['jitter?', 'number', 'Part of each wait that is left to chance, from 0 to 1'],
  ]),
  toClass('HttpTokenRequest', 'A request for an access token', [
    ['url', 'string', 'The address; its host must be granted'],
    HEADERS,
    BODY,
    TIMEOUT,
  ]),
  toClass('HttpAnswer', 'What a server answered', [
    ['status', 'integer', 'Such as 200 or 404'],
    ['ok', 'boolean', 'Whether the status is 200 to 299'],
    ['headers', 'table<string, string>', 'Header lines, their names in lower case'],
    ['body', 'string', 'The bytes of the answer'],
    ['json?', 'any', 'The value of the body, when it is JSON'],
  ]),
  toClass('SearchFilters', 'Which documents to search', [
    ['source?', 'string', 'Only documents of this source'],
    ['since?', 'string', 'Only documents updated since this date'],
  ]),
  toClass('SearchOptions', 'How to search', SEARCH),
  toClass('SearchQuery', 'A whole search', [['query', 'string', 'The words to look for'], ...SEARCH]),
  toClass('SearchHit', 'A document that a search found', [
    ['id', 'string', 'For context.get'],
    ['score', 'number', 'From 0 to 1, the best first'],
    ['source', 'string', 'The source that it belongs to'],
    ['source_id', 'string', 'Its name within the source'],
    ['updated_at', 'string', 'When it changed last'],
    ['title?', 'string', 'Its title'],
    ['source_url?', 'string', 'Where it can be seen'],
    ['snippet', 'string', 'The best stretch of its text'],
    ['heading?', 'string', 'The heading above that stretch'],
    ['chunk', 'integer', 'Which of its chunks that is'],
  ]),
  toClass('Document', 'A document of the library', [
    ['id', 'string', 'Its id'],
    ['source', 'string', 'The source that it belongs to'],
    ['source_id', 'string', 'Its name within the source'],
    ['title?', 'string', 'Its title'],
    ['author?', 'string', 'Who wrote it'],
    ['source_url?', 'string', 'Where it can be seen'],
    ['content_type', 'string', 'Such as text/markdown'],
    ['body', 'string', 'Its whole text'],
    ['created_at', 'string', 'When it was made'],
    ['updated_at', 'string', 'When it changed last'],
    ['metadata', 'table<string, any>', 'What else its source says of it'],
    ['chunks', 'DocumentChunk[]', 'Its text in pieces'],
  ]),
  toClass('DocumentChunk', 'A piece of a document', [
    ['index', 'integer', 'Which piece, from 0'],
    ['text', 'string', 'Its text'],
    ['heading?', 'string', 'The heading above it'],
  ]),
  toClass('DocumentSource', 'A source of documents', [
    ['name', 'string', 'Its name'],
    ['configured', 'boolean', 'Whether it has all that it needs'],
    ['healthy', 'boolean', 'Whether it worked the last time'],
    ['documents', 'integer', 'How many it has'],
    ['chunks', 'integer', 'How many pieces they make'],
    ['notes?', 'string', 'What else is to say'],
  ]),
  toClass('TableQueryOptions', 'Which table, and how much of it', TABLE_QUERY),
  toClass('TableQuery', 'A whole question to tables', [['sql?', 'string', 'One SELECT'], ...TABLE_QUERY]),
  toClass('TableAnswer', 'Rows that SQL found', [
    ['columns', 'string[]', 'Their names, in order'],
    ['rows', 'table<string, any>[]', 'Each by the names of its columns'],
    ['truncated', 'boolean', 'Whether there are more'],
    ['tables', 'TableInfo[]', 'Which tables there are'],
  ]),
  toClass('TableInfo', 'A table of the library', [
    ['name', 'string', 'As SQL calls it'],
    ['document', 'string', 'The id of its document'],
    ['title', 'string', 'The title of its document'],
    ['columns', 'TableColumn[]', 'Its columns'],
    ['rows', 'integer', 'How many rows it has'],
  ]),
  toClass('TableColumn', 'A column of a table', [
    ['name', 'string', 'As in the file'],
    ['type', '"number"|"date"|"text"', 'What its values are'],
  ]),
  toClass('JsonParseOptions', 'How to read JSON', [
    ['null?', 'any', 'What null reads as, such as json.null; nil without it'],
  ]),
  toClass('JsonOptions', 'How to write JSON', [
    ['indent?', 'integer|string|boolean', 'Spaces to indent by, or the text to indent with'],
  ]),
  toClass('ChartOptions', 'Which rows are drawn, and how', [
    ['rows', 'table[]', 'Tables with the same fields'],
    ['kind?', '"bar"|"line"|"area"|"scatter"|"histogram"|"heatmap"', 'What fits the rows best without it'],
    ['x?', 'string', 'The field along the axis'],
    ['y?', 'string', 'The field with the values; of a heat map that of its lines'],
    ['value?', 'string', 'Of a heat map: the field with the values'],
    ['title?', 'string', 'Stands above the chart'],
  ]),
  toClass('FolderEntry', 'A file or a folder in the tool’s own folder', [
    ['path', 'string', 'Where it is'],
    ['size', 'integer', 'Bytes'],
    ['modified', 'integer', 'Seconds since 1970'],
    ['type', '"file"|"directory"', 'What it is'],
  ]),
  toClass('ToolAnswer', 'What one of several tools answered', [
    ['ok', 'boolean', 'Whether it worked'],
    ['name', 'string', 'The tool'],
    ['result?', 'any', 'What it gave'],
    ['error?', 'ToolFailure', 'Why it gave nothing'],
  ]),
  toClass('ToolFailure', 'Why a tool gave nothing', [
    ['code', 'string', 'Such as timeout or denied'],
    ['message', 'string', 'What happened'],
    ['details?', 'any', 'What else is known'],
  ]),
];

const BY_NAME = new Map(HOST_CLASSES.map((one) => [one.name, one]));

/** `HttpOptions`; undefined for what is no table with known fields. */
export function hostClass(type: string): ApiClass | undefined {
  return BY_NAME.get(type);
}
