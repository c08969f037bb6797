// The program's own calls in a script, with types. A test in the virtual machine proves that the list is complete.
import { argsText, parseFields, parseReturns, type ApiEntry } from './api-entry.ts';

const URL_HELP = 'The address; its host must be granted';
const BODY_HELP = 'What to send; a table goes as JSON';
const PATH_HELP = 'Within the tool’s own folder, with / between folders';

function call(
  name: string,
  params: string,
  returns: string,
  help: string,
  about?: Readonly<Record<string, string>>,
): ApiEntry {
  const fields = parseFields(params, about);
  return {
    name,
    args: argsText(fields),
    help,
    lua: false,
    params: fields,
    returns: parseReturns(returns),
  };
}

function value(name: string, type: string, help: string): ApiEntry {
  return { name, help, lua: false, type };
}

function sending(method: string, help: string): ApiEntry {
  const params = 'url: string, body?: string|number|table, options?: HttpOptions';
  return call(`http.${method}`, params, 'HttpAnswer', help, { url: URL_HELP, body: BODY_HELP });
}

export const HOST_CALLS: readonly ApiEntry[] = [
  call(
    'context.search',
    'query: string|SearchQuery, options?: SearchOptions',
    'SearchHit[]',
    'Finds passages in the documents; options: mode, limit, source, since',
    { query: 'The words to look for; or a table with query and the options' },
  ),
  call(
    'context.get',
    'id: string',
    'Document',
    'The document with its body and chunks; raises when there is none',
    {
      id: 'Of a search hit',
    },
  ),
  call('context.sources', '', 'DocumentSource[]', 'The sources of documents, with how many each has'),
  call(
    'context.query',
    'sql: string|TableQuery, options?: TableQueryOptions',
    'TableAnswer',
    'Computes with the rows of tables in the library: one SELECT of SQLite; options: document, limit',
    { sql: 'One SELECT; the first table of the document is data' },
  ),
  value('context.config', 'table<string, any>', 'The values that the tool’s settings hold, secrets put in'),
  call('context.progress', 'fraction: number, text?: any', '', 'Shows how far the run is, from 0 to 1', {
    fraction: 'From 0 to 1',
    text: 'What is being done',
  }),
  call('context.emit', 'text: string', '', 'Shows a piece of output before the result is there'),
  call(
    'http.get',
    'url: string, options?: HttpOptions',
    'HttpAnswer',
    'Sends a GET request to a granted host; options: headers, params, timeout, retries',
    { url: URL_HELP },
  ),
  sending('post', 'Sends a POST request; a table as body is sent as JSON'),
  sending('put', 'Sends a PUT request; a table as body is sent as JSON'),
  sending('patch', 'Sends a PATCH request; a table as body is sent as JSON'),
  call('http.delete', 'url: string, options?: HttpOptions', 'HttpAnswer', 'Sends a DELETE request', {
    url: URL_HELP,
  }),
  call(
    'http.request',
    'options: HttpRequest',
    'HttpAnswer',
    'Sends any request: url, method, headers, params, body, timeout, retries',
  ),
  call(
    'http.token',
    'options: HttpTokenRequest, refused?: string',
    'token: string, kept: boolean',
    'An access token by a POST request, kept for the next call until it ends',
    { refused: 'A token that a server would not take; it is not given again' },
  ),
  call(
    'json.parse',
    'text: string, options?: JsonParseOptions',
    'any',
    'The value of a JSON text; null is nil, unless options.null keeps it',
  ),
  call('json.decode', 'text: string, options?: JsonParseOptions', 'any', 'The same as json.parse'),
  call(
    'json.encode',
    'value: any, options?: JsonOptions',
    'string',
    'The JSON text of a value; options: indent',
  ),
  call(
    'json.array',
    'list?: table',
    'table',
    'Marks a table as a list, so that it stays one when it is empty',
  ),
  value('json.null', 'userdata', 'Writes null into lists and objects; what is read has nil for null'),
  call('env.get', 'name: string', 'string?', 'A secret or setting that the tool’s config names, else nil'),
  call('fs.read', 'path: string', 'string', 'The bytes of a file in the tool’s own folder', {
    path: PATH_HELP,
  }),
  call(
    'fs.write',
    'path: string, text: string',
    'boolean',
    'Writes a file in the tool’s own folder; asks unless that is granted',
    { path: PATH_HELP, text: 'The bytes of the file' },
  ),
  call(
    'fs.list',
    'folder?: string, pattern?: string',
    'FolderEntry[]',
    'The files of the tool’s own folder: path, size, modified, type',
    { pattern: 'Such as *.json' },
  ),
  call(
    'fs.delete',
    'path: string',
    'boolean',
    'Deletes a file in the tool’s own folder; asks unless that is granted',
    { path: PATH_HELP },
  ),
  call(
    'view.chart',
    'options: ChartOptions',
    'table',
    'A result that is shown as a chart; callers and models get its rows',
  ),
  call('log.debug', '...', '', 'A line in the run’s log, for whoever looks closely'),
  call('log.info', '...', '', 'A line in the run’s log'),
  call('log.warn', '...', '', 'A warning in the run’s log'),
  call('log.error', '...', '', 'An error in the run’s log'),
  call('base64.encode', 'bytes: string', 'string', 'The bytes as Base64 text'),
  call('base64.decode', 'text: string', 'string', 'The bytes of a Base64 text; raises when it is none'),
  call('crypto.sha256', 'bytes: string', 'string', 'The SHA-256 digest, hexadecimal'),
  call('crypto.hmac_sha256', 'key: string, bytes: string', 'string', 'The HMAC with SHA-256, hexadecimal'),
  call('crypto.random', 'count: integer', 'string', 'So many random bytes'),
  call('crypto.uuid', '', 'string', 'A random UUID'),
  call('sleep', 'seconds: number', '', 'Waits; counts towards the timeout'),
  call(
    'tools.all',
    'calls: table[], options?: JsonParseOptions',
    'ToolAnswer[]',
    'Calls several tools side by side: a list of { name, arguments }',
    {
      calls: 'Each a list of a tool, such as tools.weather or "weather", and a table of its arguments',
      options: 'What null in a result reads as',
    },
  ),
  value(
    'mcp',
    'table<string, table<string, fun(arguments?: table): any>>',
    'The tools of servers: mcp.SERVER.NAME{…} calls tools.SERVER__NAME',
  ),
];
