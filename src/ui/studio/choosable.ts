// A tool of a large import as it is listed and searched. Its source is parsed when it is first looked at: a file may
// have a thousand, of which the screen shows a hundred.
import { isObject } from '../../base/json.ts';
import type { ToolDraft } from '../../core/tool-draft.ts';

export class Choosable {
  readonly draft: ToolDraft;
  readonly name: string;
  #parsed: { description: string; request: string } | undefined;
  #text: string | undefined;

  constructor(draft: ToolDraft) {
    this.draft = draft;
    this.name = draft.fileName.replace(/^.*\//, '').replace(/(\.(http|flow))?\.[a-z]+$/i, '');
  }

  get description(): string {
    return this.#read().description;
  }

  /** Method and path of a request, such as `GET /repos/{owner}`; empty for other tools. */
  get request(): string {
    return this.#read().request;
  }

  /** What a search looks at, in lower case. */
  get text(): string {
    this.#text ??= [this.name, this.description, this.request, ...this.draft.tags].join(' ').toLowerCase();
    return this.#text;
  }

  #read(): { description: string; request: string } {
    this.#parsed ??= this.draft.kind === 'lua' ? { description: '', request: '' } : parsed(this.draft.source);
    return this.#parsed;
  }
}

function parsed(source: string): { description: string; request: string } {
  const spec: unknown = JSON.parse(source);
  const { description, request } = isObject(spec) ? spec : {};
  const { method, url } = isObject(request) ? request : {};
  const path =
    typeof url === 'string'
      ? url.replace(/^(https?:\/\/[^/]*|\$\{[^}]*\})/, '').replaceAll(/\$(\{[^}]*\})/g, '$1')
      : '';
  return {
    description: typeof description === 'string' ? description : '',
    request: path === '' ? '' : `${typeof method === 'string' ? method.toUpperCase() : 'GET'} ${path}`,
  };
}
