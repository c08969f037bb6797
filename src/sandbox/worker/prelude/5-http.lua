-- Prelude: http: passes one request to the page, which decides and sends; returns the answer as a table.
local P = ...
local bad_argument, check_text, decode, encode, fail, page_call =
  P.bad_argument, P.check_text, P.decode, P.encode, P.fail, P.page_call
local next, pcall, rawlen, type = next, pcall, rawlen, type
local find, format, lower = string.find, string.format, string.lower
local min = math.min
local utf8_len = utf8.len
local as_list, null = json.array, json.null

-- Seconds: JSON has no infinity, and no run is longer than this.
local LONGEST_TIMEOUT = 1e6

--- Checks text for JSON, which holds characters, not bytes. `what` names its place.
local function characters(text, name, what)
  if not utf8_len(text) then fail(format('%s: %s must be UTF-8 text', name, what), 'bad_request') end
  return text
end

local function scalar(value, name, what)
  local kind = type(value)
  if kind == 'string' then return characters(value, name, what) end
  if kind == 'number' then return format('%s', value) end
  if kind == 'boolean' then return value and 'true' or 'false' end
  fail(format('%s: %s must be a string, a number or a boolean, got %s', name, what, kind), 'bad_request')
end

--- Copies opts.headers or opts.params with only text values. `lists`: a value may be a list of texts.
local function texts(given, name, field, lists)
  local copy = {}
  if given == nil or given == null then return copy end
  if type(given) ~= 'table' then fail(format('%s: %s must be a table', name, field), 'bad_request') end
  for key, value in next, given do
    local kind = type(key)
    if kind ~= 'string' then fail(format('%s: %s has a name that is a %s', name, field, kind), 'bad_request') end
    local what = field .. '.' .. characters(key, name, 'a name in ' .. field)
    if lists and type(value) == 'table' and value ~= null then
      local list = as_list()
      for index = 1, rawlen(value) do list[index] = scalar(value[index], name, what .. '[' .. index .. ']') end
      copy[key] = list
    elseif value ~= null then
      copy[key] = scalar(value, name, what)
    end
  end
  return copy
end

local function has_content_type(headers)
  for key in next, headers do
    if lower(key) == 'content-type' then return true end
  end
  return false
end

--- Returns the bytes of a body. A table is sent as JSON, with that content type unless the script sets one.
local function body_bytes(body, headers, name, position)
  local kind = type(body)
  if kind == 'nil' or kind == 'string' then return body end
  if kind == 'number' then return format('%s', body) end
  if kind ~= 'table' then bad_argument(position, name, 'string or table', kind) end
  if not has_content_type(headers) then headers['content-type'] = 'application/json' end
  return encode(body, name, 'the body')
end

local function seconds(timeout, name)
  if timeout == nil then return nil end
  if type(timeout) ~= 'number' or not (timeout > 0) then
    fail(name .. ': timeout must be a number of seconds above 0', 'bad_request')
  end
  return min(timeout, LONGEST_TIMEOUT)
end

--- Parses the whole body as JSON; nil when that fails, also for lack of memory.
local function parsed(body)
  if not find(body, '^[ \n\r\t]*[%[{"%-%dtfn]') then return nil end
  local ok, value = pcall(decode, body, 'http')
  if ok then return value end
end

--- Passes the events of a stream to `take` as they come, until it returns false.
local function read_events(stream, take)
  local done = false
  while not done do
    local batch = page_call('http.events', { stream = stream })
    done = batch.done
    for index = 1, rawlen(batch.events) do
      if take(batch.events[index]) == false then
        if not done then page_call('http.events', { stream = stream, stop = true }) end
        return
      end
    end
  end
end

local function send(name, method, url, body, options, body_position)
  local take = options.on_event
  if take ~= nil and type(take) ~= 'function' then fail(name .. ': on_event must be a function', 'bad_request') end
  local headers = texts(options.headers, name, 'headers')
  local bytes = body_bytes(body, headers, name, body_position)
  local answer, received = page_call('http.request', {
    method = method,
    url = characters(url, name, 'url'),
    headers = headers,
    params = texts(options.params, name, 'params', true),
    timeout = seconds(options.timeout, name),
    retries = options.retries,
    events = take and true or nil,
    sign_in = options.sign_in and true or nil,
  }, bytes)
  local stream = answer.stream
  if stream then
    answer.stream = nil
    answer.streamed = true
    read_events(stream, take)
  end
  answer.ok = answer.status >= 200 and answer.status <= 299
  answer.body = received or ''
  answer.json = parsed(answer.body)
  return answer
end

local function check_options(options, position, name)
  if options == nil or options == null then return {} end
  if type(options) ~= 'table' then bad_argument(position, name, 'table', type(options)) end
  return options
end

local function without_body(method)
  local name = 'http.' .. lower(method)
  return function(url, options)
    return send(name, method, check_text(url, 1, name), nil, check_options(options, 2, name))
  end
end

local function with_body(method)
  local name = 'http.' .. lower(method)
  return function(url, body, options)
    return send(name, method, check_text(url, 1, name), body, check_options(options, 3, name), 2)
  end
end

_G.http = {
  get = without_body('GET'),
  delete = without_body('DELETE'),
  post = with_body('POST'),
  put = with_body('PUT'),
  patch = with_body('PATCH'),
  --- request { url = …, method = …, headers = …, params = …, body = …, timeout = …, retries = …, on_event = … }
  request = function(options)
    local name = 'http.request'
    if type(options) ~= 'table' then bad_argument(1, name, 'table', type(options)) end
    if type(options.url) ~= 'string' then fail(name .. ': url must be a string', 'bad_request') end
    local method = options.method
    if method ~= nil and type(method) ~= 'string' then fail(name .. ': method must be a string', 'bad_request') end
    return send(name, method and characters(method, name, 'method'), options.url, options.body, options, 1)
  end,
  --- token({ url = …, headers = …, body = … }, refused?) -> the access token from this POST, and whether it was cached.
  --- The page caches it, but doesn't return one that was `refused` again.
  token = function(options, refused)
    local name = 'http.token'
    if type(options) ~= 'table' then bad_argument(1, name, 'table', type(options)) end
    if type(options.url) ~= 'string' then fail(name .. ': url must be a string', 'bad_request') end
    local headers = texts(options.headers, name, 'headers')
    local bytes = body_bytes(options.body, headers, name, 1)
    local answer = page_call('http.token', {
      method = 'POST',
      url = characters(options.url, name, 'url'),
      headers = headers,
      timeout = seconds(options.timeout, name),
      refused = refused,
    }, bytes)
    return answer.token, answer.kept
  end,
}
