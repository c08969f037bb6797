// Everything that a script finds in its global variables, as data: for the checks of a script, for completion and for help.
// A test in the virtual machine proves that the list is complete.

export interface ApiEntry {
  /** `http.get`, `print`; under `context` also what the second argument of tool.execute holds. */
  name: string;
  /** How the arguments are called, `?` behind those that may be left out; undefined for a value. */
  args?: string;
  /** One line: what it does or gives. */
  help: string;
  /** Part of Lua itself. The others are this program's. */
  lua: boolean;
}

type Row = readonly [name: string, args: string | undefined, help: string];

const OURS: readonly Row[] = [
  [
    'context.search',
    'query, options?',
    'Finds passages in the documents; options: mode, limit, source, since',
  ],
  ['context.get', 'id', 'The document with its body and chunks; raises when there is none'],
  ['context.sources', '', 'The sources of documents, with how many each has'],
  ['context.config', undefined, 'The values that the tool’s settings hold, secrets put in'],
  ['context.progress', 'fraction, text?', 'Shows how far the run is, from 0 to 1'],
  ['context.emit', 'text', 'Shows a piece of output before the result is there'],
  [
    'http.get',
    'url, options?',
    'Sends a GET request to a granted host; options: headers, params, timeout, retries',
  ],
  ['http.post', 'url, body, options?', 'Sends a POST request; a table as body is sent as JSON'],
  ['http.put', 'url, body, options?', 'Sends a PUT request; a table as body is sent as JSON'],
  ['http.patch', 'url, body, options?', 'Sends a PATCH request; a table as body is sent as JSON'],
  ['http.delete', 'url, options?', 'Sends a DELETE request'],
  ['http.request', 'options', 'Sends any request: url, method, headers, params, body, timeout, retries'],
  [
    'http.token',
    'options, refused?',
    'An access token by a POST request, kept for the next call until it ends',
  ],
  ['json.parse', 'text', 'The value of a JSON text; null inside it is json.null'],
  ['json.decode', 'text', 'The same as json.parse'],
  ['json.encode', 'value, options?', 'The JSON text of a value; options: indent'],
  ['json.array', 'list?', 'Marks a table as a list, so that it stays one when it is empty'],
  ['json.null', undefined, 'Stands for null inside lists and objects'],
  ['env.get', 'name', 'A secret or setting that the tool’s config names, else nil'],
  ['fs.read', 'path', 'The bytes of a file in the tool’s own folder'],
  ['fs.write', 'path, text', 'Writes a file in the tool’s own folder; asks unless that is granted'],
  ['fs.list', 'folder?, pattern?', 'The files of the tool’s own folder: path, size, modified, type'],
  ['fs.delete', 'path', 'Deletes a file in the tool’s own folder; asks unless that is granted'],
  ['log.debug', '...', 'A line in the run’s log, for whoever looks closely'],
  ['log.info', '...', 'A line in the run’s log'],
  ['log.warn', '...', 'A warning in the run’s log'],
  ['log.error', '...', 'An error in the run’s log'],
  ['base64.encode', 'bytes', 'The bytes as Base64 text'],
  ['base64.decode', 'text', 'The bytes of a Base64 text; raises when it is none'],
  ['crypto.sha256', 'bytes', 'The SHA-256 digest, hexadecimal'],
  ['crypto.hmac_sha256', 'key, bytes', 'The HMAC with SHA-256, hexadecimal'],
  ['crypto.random', 'count', 'So many random bytes'],
  ['crypto.uuid', '', 'A random UUID'],
  ['sleep', 'seconds', 'Waits; counts towards the timeout'],
  ['tools.all', 'calls', 'Calls several tools side by side: a list of { name, arguments }'],
];

const LUA: readonly Row[] = [
  ['_G', undefined, 'The global variables'],
  ['_VERSION', undefined, 'Lua 5.4'],
  ['assert', 'value, message?', 'Raises the message when the value is false or nil'],
  ['collectgarbage', '"count"', 'KiB of memory in use; it can do nothing else here'],
  ['error', 'message, level?', 'Raises an error'],
  ['getmetatable', 'value', 'The metatable of a value'],
  ['ipairs', 'list', 'Walks through a list: index, value'],
  ['load', 'text, name?, mode?, env?', 'Compiles Lua text and gives the function, or nil and the problem'],
  ['next', 'table, key?', 'The next key of a table, and its value'],
  ['pairs', 'table', 'Walks through a table: key, value'],
  ['pcall', 'function, ...', 'Calls a function: true and its results, or false and the error'],
  ['print', '...', 'A line in the run’s log'],
  ['rawequal', 'a, b', 'Compares without metamethods'],
  ['rawget', 'table, key', 'Reads without metamethods'],
  ['rawlen', 'table', 'The length without metamethods'],
  ['rawset', 'table, key, value', 'Writes without metamethods'],
  ['require', 'name', 'What a module of the same tool returns, run once'],
  ['select', 'index, ...', 'The arguments from an index on, or with "#" how many there are'],
  ['setmetatable', 'table, metatable', 'Gives a table a metatable, and returns the table'],
  ['tonumber', 'value, base?', 'The number that a text stands for, or nil'],
  ['tostring', 'value', 'The text of a value'],
  ['type', 'value', 'The name of a value’s type'],
  ['warn', '...', 'A warning in the run’s log'],
  [
    'xpcall',
    'function, handler, ...',
    'Like pcall, with a handler for the error, which cannot call the host',
  ],
  ['coroutine.close', 'coroutine', 'Ends a coroutine'],
  ['coroutine.create', 'function', 'A new coroutine'],
  ['coroutine.isyieldable', 'coroutine?', 'Whether it can yield'],
  ['coroutine.resume', 'coroutine, ...', 'Goes on with a coroutine'],
  ['coroutine.running', '', 'The coroutine that runs'],
  ['coroutine.status', 'coroutine', 'running, suspended, normal or dead'],
  ['coroutine.wrap', 'function', 'A coroutine as a function'],
  ['coroutine.yield', '...', 'Hands values to whoever resumed the coroutine'],
  ['math.abs', 'x', 'The value without its sign'],
  ['math.acos', 'x', 'The arc cosine'],
  ['math.asin', 'x', 'The arc sine'],
  ['math.atan', 'y, x?', 'The arc tangent of y/x'],
  ['math.ceil', 'x', 'The next integer above'],
  ['math.cos', 'x', 'The cosine'],
  ['math.deg', 'x', 'Radians in degrees'],
  ['math.exp', 'x', 'e to the power x'],
  ['math.floor', 'x', 'The next integer below'],
  ['math.fmod', 'x, y', 'The remainder of x/y, rounded towards zero'],
  ['math.huge', undefined, 'Infinity'],
  ['math.log', 'x, base?', 'The logarithm; natural without a base'],
  ['math.max', 'x, ...', 'The largest'],
  ['math.maxinteger', undefined, 'The largest integer'],
  ['math.min', 'x, ...', 'The smallest'],
  ['math.mininteger', undefined, 'The smallest integer'],
  ['math.modf', 'x', 'The integral and the fractional part'],
  ['math.pi', undefined, 'The number π'],
  ['math.rad', 'x', 'Degrees in radians'],
  ['math.random', 'm?, n?', 'A random number in [0,1), or an integer from m (1) to n'],
  ['math.randomseed', 'x?, y?', 'Seeds math.random'],
  ['math.sin', 'x', 'The sine'],
  ['math.sqrt', 'x', 'The square root'],
  ['math.tan', 'x', 'The tangent'],
  ['math.tointeger', 'x', 'The integer of that value, or nil'],
  ['math.type', 'x', '"integer", "float" or nil'],
  ['math.ult', 'm, n', 'Compares as unsigned integers'],
  ['os.clock', '', 'Seconds of processor time, to measure with'],
  ['os.date', 'format?, time?', 'A date as text, or with "*t" as a table'],
  ['os.difftime', 'a, b', 'Seconds from b to a'],
  ['os.time', 'date?', 'Seconds since 1970, now or of a date table'],
  ['string.byte', 's, i?, j?', 'The bytes of a text as numbers'],
  ['string.char', '...', 'A text of bytes'],
  ['string.find', 's, pattern, init?, plain?', 'Where a pattern matches: start, end, captures'],
  ['string.format', 'format, ...', 'A text with values put in'],
  ['string.gmatch', 's, pattern, init?', 'Walks through all matches'],
  ['string.gsub', 's, pattern, replacement, n?', 'Replaces matches: the text, and how many'],
  ['string.len', 's', 'How many bytes'],
  ['string.lower', 's', 'In lower case'],
  ['string.match', 's, pattern, init?', 'The captures of the first match'],
  ['string.pack', 'format, ...', 'Values as bytes'],
  ['string.packsize', 'format', 'How many bytes string.pack makes'],
  ['string.rep', 's, n, separator?', 'The text n times'],
  ['string.reverse', 's', 'The bytes in reverse'],
  ['string.sub', 's, i, j?', 'The bytes from i to j'],
  ['string.unpack', 'format, s, position?', 'Values from bytes'],
  ['string.upper', 's', 'In upper case'],
  ['table.concat', 'list, separator?, i?, j?', 'The texts of a list in one'],
  ['table.insert', 'list, position?, value', 'Puts a value into a list; at its end without a position'],
  ['table.move', 'from, i, j, at, to?', 'Copies items within a list or to another'],
  ['table.pack', '...', 'The arguments as a list, n is how many'],
  ['table.remove', 'list, position?', 'Takes an item out of a list; the last without a position'],
  ['table.sort', 'list, less?', 'Sorts a list in place'],
  ['table.unpack', 'list, i?, j?', 'The items of a list as values'],
  ['utf8.char', '...', 'A text of code points'],
  ['utf8.charpattern', undefined, 'The pattern of one character'],
  ['utf8.codepoint', 's, i?, j?', 'The code points of a text'],
  ['utf8.codes', 's, lax?', 'Walks through the characters: position, code point'],
  ['utf8.len', 's, i?, j?', 'How many characters, or nil and where it is no UTF-8'],
  ['utf8.offset', 's, n, i?', 'Where the nth character begins'],
];

const toEntry =
  (lua: boolean) =>
  ([name, args, help]: Row): ApiEntry => ({ name, ...(args !== undefined && { args }), help, lua });

export const HOST_API: readonly ApiEntry[] = [...OURS.map(toEntry(false)), ...LUA.map(toEntry(true))];

/** Of `tools`, whose fields are the other tools, and of whatever else answers to any name. */
export const OPEN_TABLES: ReadonlySet<string> = new Set(['tools', 'context.config']);
