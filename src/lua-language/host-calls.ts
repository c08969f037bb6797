// The program's own calls in a script, with types. A test in the virtual machine proves that the list is complete.
import { argsText, parseFields, parseReturns, type ApiEntry } from './api-entry.ts';

const URL_HELP = 'The URL. Its host must be granted';
const BODY_HELP = 'The request body. A table is sent as JSON';
const PATH_HELP = 'A path in the tool’s own folder, such as notes/today.txt';

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
    'Searches the library and returns the best passages',
    { query: 'The search text, or a table with query and the options' },
  ),
  call('context.get', 'id: string', 'Document', 'Returns a document with its body and chunks', {
    id: 'The id of a search hit',
  }),
  call(
    'context.sources',
    '',
    'DocumentSource[]',
    'Lists the sources of the library with their numbers of documents',
  ),
  call(
    'context.query',
    'sql: string|TableQuery, options?: TableQueryOptions',
    'TableAnswer',
    'Runs one SQLite SELECT on the tables in the library',
    { sql: 'One SELECT. The first table of a document is named data' },
  ),
  value('context.config', 'table<string, any>', 'The config values of the tool, with secrets filled in'),
  call('context.progress', 'fraction: number, text?: any', '', 'Shows the progress of the run', {
    fraction: 'From 0 to 1',
    text: 'The current step',
  }),
  call('context.emit', 'text: string', '', 'Shows partial output before the result'),
  call('http.get', 'url: string, options?: HttpOptions', 'HttpAnswer', 'Sends a GET request', {
    url: URL_HELP,
  }),
  sending('post', 'Sends a POST request'),
  sending('put', 'Sends a PUT request'),
  sending('patch', 'Sends a PATCH request'),
  call('http.delete', 'url: string, options?: HttpOptions', 'HttpAnswer', 'Sends a DELETE request', {
    url: URL_HELP,
  }),
  call('http.request', 'options: HttpRequest', 'HttpAnswer', 'Sends a request with any method'),
  call(
    'http.token',
    'options: HttpTokenRequest, refused?: string',
    'token: string, kept: boolean',
    'Requests an access token with POST and caches it until it expires',
    { refused: 'A token that the server rejected. It is not returned again' },
  ),
  call(
    'html.markdown',
    'page: string, url?: string',
    'WebPage',
    'Converts the main content of an HTML page to Markdown',
    { page: 'The HTML, such as the body of a response', url: 'The address of the page. Resolves its links' },
  ),
  call(
    'json.parse',
    'text: string, options?: JsonParseOptions',
    'any',
    'Parses JSON. A null becomes nil, unless options.null sets another value',
  ),
  call('json.decode', 'text: string, options?: JsonParseOptions', 'any', 'Same as json.parse'),
  call('json.encode', 'value: any, options?: JsonOptions', 'string', 'Converts a value to JSON'),
  call(
    'json.array',
    'list?: table',
    'table',
    'Marks a table as a list, so that it is written as [] when empty',
  ),
  value('json.null', 'userdata', 'Writes null inside lists and objects. A null that is read becomes nil'),
  call('env.get', 'name: string', 'string?', 'Returns a config value or secret of the tool, or nil'),
  call('fs.read', 'path: string', 'string', 'Reads a file in the tool’s own folder', {
    path: PATH_HELP,
  }),
  call(
    'fs.write',
    'path: string, text: string',
    'boolean',
    'Writes a file in the tool’s own folder. Needs approval unless writing is granted',
    { path: PATH_HELP, text: 'The new content' },
  ),
  call(
    'fs.list',
    'folder?: string, pattern?: string',
    'FolderEntry[]',
    'Lists the files in the tool’s own folder',
    { pattern: 'A glob pattern, such as *.json' },
  ),
  call(
    'fs.search',
    'text: string, folder?: string',
    'FileMatch[]',
    'Finds plain text in files, ignoring case',
    {
      text: 'The text to look for',
    },
  ),
  call(
    'fs.patch',
    'path: string, diff: string',
    'boolean',
    'Changes a file by a unified diff. Needs approval unless writing is granted',
    { path: PATH_HELP, diff: 'Hunks that begin with @@ -1,2 +1,2 @@' },
  ),
  call(
    'fs.delete',
    'path: string',
    'boolean',
    'Deletes a file in the tool’s own folder. Needs approval unless writing is granted',
    { path: PATH_HELP },
  ),
  call(
    'view.chart',
    'options: ChartOptions',
    'table',
    'Makes a result that is drawn as a chart. Callers and models get its rows',
  ),
  call('log.debug', '...', '', 'Writes a debug line to the run log'),
  call('log.info', '...', '', 'Writes a line to the run log'),
  call('log.warn', '...', '', 'Writes a warning to the run log'),
  call('log.error', '...', '', 'Writes an error to the run log'),
  call('base64.encode', 'bytes: string', 'string', 'Encodes bytes as Base64'),
  call('base64.decode', 'text: string', 'string', 'Decodes Base64'),
  call('crypto.sha256', 'bytes: string', 'string', 'Returns the SHA-256 digest as lowercase hex'),
  call(
    'crypto.hmac_sha256',
    'key: string, bytes: string',
    'string',
    'Returns the HMAC-SHA-256 as lowercase hex',
  ),
  call('crypto.random', 'count: integer', 'string', 'Returns random bytes'),
  call('crypto.uuid', '', 'string', 'Returns a random UUID'),
  call('sleep', 'seconds: number', '', 'Waits. The time counts towards the timeout'),
  call(
    'tools.all',
    'calls: table[], options?: JsonParseOptions',
    'ToolAnswer[]',
    'Calls several tools in parallel',
    {
      calls: 'A list of { tool, arguments }, where tool is tools.weather or "weather"',
      options: 'The value for null in the results',
    },
  ),
  value(
    'mcp',
    'table<string, table<string, fun(arguments?: table): any>>',
    'The tools of MCP servers: mcp.SERVER.NAME{…} calls tools.SERVER__NAME',
  ),
];
