// The shape of an HTTP tool's JSON.
import type { Json } from '../../base/json.ts';
import type { ObjectSchema, Schema } from '../../core/schema.ts';
import type { ToolView } from '../../core/tool-view.ts';

/**
 * A text with placeholders: `${city}`, `${user.names[0]}` for arguments. A root that is not a parameter names a
 * secret or a config value: `${API_KEY}`. A missing value is empty. Inserted values are escaped for their place, and
 * never expanded again.
 */
export type Template = string;

/**
 * The JSON text of this is the `source` of a tool of kind `http`. Only `name` (or a file name) and `request` are
 * required.
 */
export interface HttpSpec {
  name: string;
  version?: string;
  description?: string;
  tags?: string[];
  /** The arguments: a JSON Schema of an object. */
  parameters?: ObjectSchema;
  /** The output schema; it needs a `type`. */
  returns?: Schema;
  /** The view in which its result is first shown. */
  view?: ToolView;
  /** Seconds for a run, and for each request of it. Default 30. */
  timeout?: number;
  /** The author requests approval of every call. */
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
  /** By name. Empty values are dropped. */
  query?: Record<string, QueryValue>;
  /** By name. Empty values are dropped. */
  headers?: Record<string, Template | number | boolean>;
  /**
   * JSON whose strings may contain placeholders. A string that is a single placeholder becomes the value itself, with
   * its own type; if the value is missing, an object member is dropped and a list item is null. A string body is
   * text. If the content type is JSON, a quoted placeholder becomes text and an unquoted one becomes JSON. If the
   * content type is a form, an object is its fields.
   */
  body?: Json;
  /** Default `application/json`. */
  contentType?: string;
}

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** A list argument repeats its name; with `join`, its items become one value. */
export type QueryValue = Template | number | boolean | Template[] | { value: Template; join: string };

/** An empty value is an error before anything is sent; with `optional`, the request is sent without it. */
export type HttpAuth =
  | { type: 'bearer'; token: Template; optional?: boolean }
  | { type: 'basic'; username: Template; password: Template; optional?: boolean }
  | { type: 'apiKey'; in: 'header' | 'query'; name: string; value: Template; optional?: boolean }
  | HmacAuth
  | OAuth2Auth;

export interface HmacAuth {
  optional?: boolean;
  type: 'hmac';
  /** The header for the signature. */
  header: string;
  secret: Template;
  /** The default, and the only algorithm. */
  algorithm?: 'sha256';
  /**
   * The signed text. Besides the usual placeholders there are `${request.method}`, `${request.url}`,
   * `${request.path}`, `${request.query}`, `${request.body}` and `${request.timestamp}` (seconds since 1970).
   * Default: the body.
   */
  signed?: Template;
  /** Default hex. */
  encoding?: 'hex' | 'base64';
  /** Precedes the signature, such as `sha256=`. */
  prefix?: string;
  /** The header for the time of signing. */
  timestampHeader?: string;
}

export interface OAuth2Auth {
  type: 'oauth2';
  /** `authorizationCode`: a person signs in on a page of the service. The script never gets that token. */
  grant: 'clientCredentials' | 'refreshToken' | 'authorizationCode';
  /** The page to sign in on, for `authorizationCode`: a fixed address. */
  authorizeUrl?: string;
  tokenUrl: string;
  clientId: Template;
  clientSecret?: Template;
  /** For the grant of that name. */
  refreshToken?: Template;
  scope?: string;
  /** Where to send client id and secret. Default body. */
  credentials?: 'body' | 'basic';
}

export interface HttpResponseSpec {
  /** The only codes that count as success. Default: 200 to 299. */
  successCodes?: number[];
  /**
   * Default auto: by content type. `events` reads a stream of server-sent events, and shows each as it comes; the
   * result is the list of them, or of what `pick` finds in their data. So does `auto` if the request asks for a stream
   * (`"stream": true` in the body, or `Accept: text/event-stream`). `text` then joins the texts.
   */
  mode?: 'auto' | 'json' | 'text' | 'file' | 'image' | 'events';
  /**
   * The part of a JSON answer that the tool returns: a path such as `items[*].title` for the value there, where `[*]`
   * stands for every item of a list; or several paths for the answer reduced to those fields. Default: all of it.
   */
  pick?: string | string[];
  /** The result of an unsuccessful answer: an error, or an empty result. Default fail. */
  errorMode?: 'fail' | 'empty';
}

/** Retries for idempotent requests, after 429, 502, 503, 504 and network failures. */
export interface HttpRetries {
  /** 0 to 5. */
  count: number;
  /** Seconds before the first retry; each further wait is twice as long. Default 0.5. */
  wait?: number;
  /** Maximum seconds of a wait. Default 30. */
  longest?: number;
  /** 0 to 1: the random part of a wait. Default 0.5. */
  jitter?: number;
}
