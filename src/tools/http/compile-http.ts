// Compiles an HTTP tool to a Lua script. It is what runs, and where a person starts who needs more than a request can
// do.
import type { Json } from '../../base/json.ts';
import type { ToolSpec } from '../../core/tool.ts';
import { compileAuth, type AuthSteps } from './compile-auth.ts';
import { parseAddress } from './http-address.ts';
import { parseBody, type JsonNode } from './http-body.ts';
import { EVENTS_RESULT, eventLines, readsEvents } from './http-events.ts';
import { EACH, parsePick, wantedOf, type Pick, type Wanted } from './http-pick.ts';
import { httpToolSpec } from './http-spec.ts';
import type { HttpRequestSpec, HttpResponseSpec, HttpSpec, QueryValue } from './http-types.ts';
import { LuaExpressions } from './lua-expressions.ts';
import { helpersSource } from './lua-helpers.ts';
import { luaList, luaString, luaTable, luaValue } from '../../lua-language/write-lua.ts';
import { parseTemplate, type Part } from './template.ts';

/**
 * @param spec from `readHttpSpec`
 * @returns a complete script: its table `tool` and `tool.execute`
 */
export function compileHttp(spec: HttpSpec): string {
  const lua = new LuaExpressions(spec.parameters);
  const auth = compileAuth(spec, lua);
  const lines = [
    ...requestLines(spec, lua, auth),
    ...auth.send,
    ...failureLines(spec, lua),
    ...resultLines(spec, lua),
  ];
  const body = lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}\n`).join('');
  const declared = `tool = ${luaTable(declaration(httpToolSpec(spec)))}\n\n`;
  const execute = `function tool.execute(params, context)\n${body}end\n`;
  return `${declared}${helpersSource(lua.used)}${auth.functions}${execute}`;
}

function declaration(spec: ToolSpec): [string, string][] {
  const { name, version, description, tags, parameters, returns, view, timeout, approve, hosts } = spec;
  const fields = {
    name,
    ...(version !== '' && { version }),
    description,
    ...(tags && { tags }),
    parameters,
    ...(returns && { returns }),
    ...(view && { view }),
    timeout,
    ...(approve && { approve }),
    ...(hosts.length > 0 && { hosts }),
  };
  return Object.entries(fields).map(([field, value]) => [field, luaValue(value as Json, 2)]);
}

function requestLines(spec: HttpSpec, lua: LuaExpressions, auth: AuthSteps): string[] {
  const { request, timeout, retries } = spec;
  const body = bodyLines(request, lua);
  const query = queryEntries(request, lua);
  const hasQuery = query.length > 0 || auth.query;
  const fields = Object.entries({
    method: luaString(request.method ?? 'GET'),
    url: 'url',
    ...(hasQuery && !auth.wholeUrl && { params: 'query' }),
    headers: 'headers',
    ...(body.length > 0 && { body: 'body' }),
    ...(timeout !== undefined && { timeout: luaValue(timeout) }),
    ...(retries && retries.count > 0 && { retries: luaValue({ ...retries }) }),
    ...Object.fromEntries(auth.fields),
    ...(readsEvents(spec) && { on_event: 'events.take' }),
  });
  const addQuery =
    hasQuery && auth.wholeUrl
      ? [
          `local tail = ${lua.call('form', 'query')}`,
          'if tail ~= "" then url = url .. (url:find("?", 1, true) and "&" or "?") .. tail end',
        ]
      : [];
  return [
    `local url = ${urlExpression(request.url, lua)}`,
    ...(hasQuery ? [`local query = ${luaTable(query)}`] : []),
    `local headers = ${luaTable(headerEntries(request, lua))}`,
    ...body,
    ...auth.beforeUrl,
    ...addQuery,
    ...auth.prepare,
    ...(readsEvents(spec) ? eventLines(spec, lua, pickedPart(spec, lua)) : []),
    `local request = ${luaTable(fields)}`,
  ];
}

function urlExpression(url: string, lua: LuaExpressions): string {
  const { origin, path, fixedQuery } = parseAddress(url, 'request.url');
  const tail = fixedQuery === '' ? '' : `?${fixedQuery}`;
  const parts: string[] = [];
  if (typeof origin === 'string') parts.push(luaString(origin));
  else if ('base' in origin) {
    parts.push(lua.call('base_url', lua.value(origin.base), luaString(origin.base.root)));
  } else {
    for (const part of origin.parts) {
      if (typeof part === 'string') parts.push(luaString(part));
      else parts.push(lua.call('host_part', lua.value(part), luaString(part.root)));
    }
  }
  if (path.every((part) => typeof part === 'string')) {
    const fixed = path.join('') + tail;
    if (typeof origin === 'string') return luaString(origin + fixed);
    return fixed === '' ? parts.join(' .. ') : [...parts, luaString(fixed)].join(' .. ');
  }
  parts.push(lua.call('path', lua.joined(path, 'encoded')));
  if (tail !== '') parts.push(luaString(tail));
  return parts.join(' .. ');
}

/** Returns expressions, each for a list of texts or nil. */
function queryEntries({ url, query = {} }: HttpRequestSpec, lua: LuaExpressions): [string, string][] {
  const values = new Map<string, string[]>();
  const add = (name: string, expression: string): void => {
    values.set(name, [...(values.get(name) ?? []), expression]);
  };
  for (const [name, parts] of parseAddress(url, 'request.url').query) add(name, oneOrMany(parts, lua));
  for (const [name, value] of Object.entries(query)) {
    for (const expression of queryExpressions(value, lua)) add(name, expression);
  }
  return [...values].map(([name, [first = '""', ...more]]) => {
    const all = more.length === 0 ? first : `{ ${[first, ...more].map(orEmpty).join(', ')} }`;
    return [name, lua.call('listed', all)];
  });
}

/** A list of a known length may have no holes. */
function orEmpty(expression: string): string {
  return /^(params|env|context|dig)\b/.test(expression) ? `${expression} or ""` : expression;
}

function queryExpressions(value: QueryValue, lua: LuaExpressions): string[] {
  if (Array.isArray(value)) return value.map((item) => oneOrMany(parseTemplate(item, 'request.query'), lua));
  if (typeof value === 'object') {
    const list = lua.call('listed', oneOrMany(parseTemplate(value.value, 'request.query'), lua));
    return [`table.concat(${list} or {}, ${luaString(value.join)})`];
  }
  if (value === '') return [];
  return [oneOrMany(parseTemplate(String(value), 'request.query'), lua)];
}

/** Returns the argument itself if there is nothing else, because it may be a list. */
function oneOrMany(parts: readonly Part[], lua: LuaExpressions): string {
  const [part] = parts;
  return parts.length === 1 && typeof part === 'object' ? lua.value(part) : lua.joined(parts);
}

function headerEntries(request: HttpRequestSpec, lua: LuaExpressions): [string, string][] {
  const body = parseBody(request);
  const entries = Object.entries(request.headers ?? {}).flatMap(([name, value]): [string, string][] => {
    const parts = parseTemplate(String(value), 'request.headers');
    if (parts.length === 0) return [];
    const fixed = parts.every((part) => typeof part === 'string');
    const text = lua.joined(parts);
    return [[name.toLowerCase(), fixed ? text : lua.call('header', luaString(name), text)]];
  });
  const type = body.kind === 'none' ? request.contentType : body.contentType;
  const others = entries.filter(([name]) => name !== 'content-type');
  return type === undefined ? entries : [...others, ['content-type', luaString(type)]];
}

function bodyLines(request: HttpRequestSpec, lua: LuaExpressions): string[] {
  const body = parseBody(request);
  switch (body.kind) {
    case 'none':
      return [];
    case 'text':
      return [`local body = ${lua.joined(body.parts)}`];
    case 'form': {
      const fields = body.fields.map(([name, parts]): [string, string] => [
        name,
        lua.call('listed', oneOrMany(parts, lua)),
      ]);
      return [`local body = ${lua.call('form', luaTable(fields))}`];
    }
    case 'json':
      if (!('value' in body.node)) return [`local body = json.encode(${jsonExpression(body.node, lua, 0)})`];
      return [
        `local body = ${lua.value(body.node.value)}`,
        'if body ~= nil then body = json.encode(body) end',
      ];
  }
}

/** @param indent spaces before the line that it begins on */
function jsonExpression(node: JsonNode, lua: LuaExpressions, indent: number, inList = false): string {
  if ('fixed' in node) return luaValue(node.fixed);
  if ('text' in node) return lua.joined(node.text);
  if ('value' in node) {
    const value = lua.value(node.value);
    return node.bare || inList ? lua.call('or_null', value) : value;
  }
  if ('list' in node) {
    const items = node.list.map((item) => jsonExpression(item, lua, indent + 2, true));
    return luaList(items, indent);
  }
  if (node.object.every(([name]) => name.every((part) => typeof part === 'string'))) {
    return luaTable(
      node.object.map(([name, item]): [string, string] => [
        name.join(''),
        jsonExpression(item, lua, indent + 2),
      ]),
      indent,
    );
  }
  const members = node.object.map(
    ([name, item]) => `[${lua.joined(name)}] = ${jsonExpression(item, lua, indent)}`,
  );
  return `{ ${members.join(', ')} }`;
}

function failureLines({ response = {} }: HttpSpec, lua: LuaExpressions): string[] {
  const codes = response.successCodes;
  const failed = codes
    ? codes.map((code) => `answer.status ~= ${code}`).join(' and ') || 'true'
    : 'not answer.ok';
  const tooMany = codes !== undefined && codes.length > 8;
  const set = tooMany ? [`local success = { ${codes.map((code) => `[${code}] = true`).join(', ')} }`] : [];
  const condition = tooMany ? 'not success[answer.status]' : failed;
  if (response.errorMode === 'empty') return [...set, `if ${condition} then return nil end`];
  return [
    ...set,
    `if ${condition} then`,
    `  error("http status " .. answer.status .. " not in success set: " .. ${lua.call('beginning', 'answer.body')}, 0)`,
    'end',
  ];
}

function pickedPart({ response = {} }: HttpSpec, lua: LuaExpressions): string | undefined {
  return response.pick === undefined ? undefined : pickExpression('value', response.pick, lua);
}

function resultLines(spec: HttpSpec, lua: LuaExpressions): string[] {
  const { response = {} } = spec;
  return [...(readsEvents(spec) ? [EVENTS_RESULT] : []), ...wholeLines(response, lua)];
}

/** The result of an answer that is no stream. */
function wholeLines(response: HttpResponseSpec, lua: LuaExpressions): string[] {
  const empty = 'if answer.body == "" then return nil end';
  if (response.pick !== undefined) {
    const json = lua.call('as_json', 'answer');
    return [empty, `return ${pickExpression(json, response.pick, lua)}`];
  }
  const result = {
    auto: () => lua.call('by_type', 'answer'),
    json: () => lua.call('as_json', 'answer'),
    text: () => lua.call('as_text', 'answer.body'),
    file: () => lua.call('as_file', 'answer', '"file"'),
    image: () => lua.call('as_file', 'answer', '"image"'),
    events: () => lua.call('by_type', 'answer'),
  }[response.mode ?? 'auto']();
  return [empty, `return ${result}`];
}

function pickExpression(json: string, pick: Pick, lua: LuaExpressions): string {
  if (typeof pick !== 'string') return lua.call('kept', json, wantedTable(wantedOf(pick)));
  const steps = parsePick(pick).map((step) => {
    if (step === EACH) return 'false';
    return typeof step === 'number' ? String(step + 1) : luaString(step);
  });
  return lua.call('picked', json, `{ ${steps.join(', ')} }`);
}

function wantedTable(wanted: Wanted): string {
  if (wanted === true) return 'true';
  if ('each' in wanted) return `{ ${wantedTable(wanted.each)} }`;
  return luaTable(
    [...wanted.fields].map(([name, inner]): [string, string] => [name, wantedTable(inner)]),
    2,
  );
}
