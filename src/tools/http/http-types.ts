// The shape of an HTTP tool's JSON.
import type { Json } from '../../base/json.ts';
import type { ObjectSchema, Schema } from '../../core/schema.ts';
import type { ToolView } from '../../core/tool-view.ts';

/**
 * A text with placeholders: `${city}`, `${user.names[0]}` for arguments; a first name that is no parameter is a secret or a
 * value of the tool's config: `${API_KEY}`. What is missing is empty. What is put in is escaped for its place, and never
 * looked through for placeholders again.
 */
export type Template = string;

/** The JSON text of this is the `source` of a tool of kind `http`. Only `name` (or a file name) and `request` are needed. */
export interface HttpSpec {
  name: string;
  version?: string;
  description?: string;
  tags?: string[];
  /** The arguments: a JSON Schema of an object. */
  parameters?: ObjectSchema;
  /** The output schema; it needs a `type`. */
  returns?: Schema;
  /** The view that its result is shown in first. */
  view?: ToolView;
  /** Seconds that a run may take, and each request of it. Default 30. */
  timeout?: number;
  /** The author asks that every call be approved. */
  approve?: boolean;
  /** Hosts to ask for besides that of the address: needed where the config names the host. */
  allowedHosts?: string[];
  request: HttpRequestSpec;
  auth?: HttpAuth;
  response?: HttpResponseSpec;
  retries?: HttpRetries;
}

export interface HttpRequestSpec {
  /** Default GET. */
  method?: HttpMethod;
  /**
   * `https://api.example.com/users/${id}?fields=${fields}`. No argument may choose the host; a config value may, as in
   * `https://${TENANT}.example.com/` or `${BASE_URL}/path`.
   */
  url: Template;
  /** By name. Empty values are left out. */
  query?: Record<string, QueryValue>;
  /** By name. Empty values are left out. */
  headers?: Record<string, Template | number | boolean>;
  /**
   * JSON, whose strings may hold placeholders: a string that is nothing but one becomes the value itself, of its own type; a
   * member of an object whose value is then missing is left out, an item of a list is null.
   * A string is a text: of JSON when the content type says so (a placeholder in quotes becomes text, one without quotes
   * becomes JSON), else any text. With the content type of a form, an object is its fields.
   */
  body?: Json;
  /** Default `application/json`. */
  contentType?: string;
}

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** An argument that is a list repeats its name; with `join`, its items stand in one value. */
export type QueryValue = Template | number | boolean | Template[] | { value: Template; join: string };

/** A value that comes out empty is an error before anything is sent; with `optional`, the request goes out without it. */
export type HttpAuth =
  | { type: 'bearer'; token: Template; optional?: boolean }
  | { type: 'basic'; username: Template; password: Template; optional?: boolean }
  | { type: 'apiKey'; in: 'header' | 'query'; name: string; value: Template; optional?: boolean }
  | HmacAuth
  | OAuth2Auth;

export interface HmacAuth {
  optional?: boolean;
  type: 'hmac';
  /** The header that carries the signature. */
  header: string;
  secret: Template;
  /** Default, and only: sha256. */
  algorithm?: 'sha256';
  /**
   * What is signed. Besides the usual placeholders there are `${request.method}`, `${request.url}`, `${request.path}`,
   * `${request.query}`, `${request.body}` and `${request.timestamp}` (seconds since 1970). Default: the body.
   */
  signed?: Template;
  /** Default hex. */
  encoding?: 'hex' | 'base64';
  /** Stands before the signature, such as `sha256=`. */
  prefix?: string;
  /** The header that carries the time of signing. */
  timestampHeader?: string;
}

export interface OAuth2Auth {
  type: 'oauth2';
  grant: 'clientCredentials' | 'refreshToken';
  tokenUrl: string;
  clientId: Template;
  clientSecret?: Template;
  /** For the grant of that name. */
  refreshToken?: Template;
  scope?: string;
  /** Where client id and secret go. Default body. */
  credentials?: 'body' | 'basic';
}

export interface HttpResponseSpec {
  /** The only ones that count as success. Default: 200 to 299. */
  successCodes?: number[];
  /** Default auto: by content type. */
  mode?: 'auto' | 'json' | 'text' | 'file' | 'image';
  /**
   * What the tool returns of an answer of JSON: a path such as `items[*].title` for the value there, where `[*]` stands for
   * every item of a list; several paths for the answer with only those fields. Default: all of it.
   */
  pick?: string | string[];
  /** What an answer without success gives: an error, or nothing. Default fail. */
  errorMode?: 'fail' | 'empty';
}

/** For requests that may be repeated without harm: again after 429, 502, 503, 504 and where the network failed. */
export interface HttpRetries {
  /** 0 to 5. */
  count: number;
  /** Seconds before the first; each further one waits twice as long. Default 0.5. */
  wait?: number;
  /** Seconds that none waits beyond. Default 30. */
  longest?: number;
  /** 0 to 1: which part of a wait is left to chance. Default 0.5. */
  jitter?: number;
}
