// The trusted tools of a chat: search and reading of the site, and those its pages register.
import type { Json, JsonObject } from '../../base/json.ts';
import type { Caller } from '../../core/call.ts';
import { builtins, type Builtin } from '../../tools/builtins.ts';
import type { LibraryServices } from '../../core/ports/library-services.ts';
import { readHostTool } from './host-tool.ts';
import type { HostTool, SiteLibrary } from '../../widget/site-chat.ts';

/** Search and reading, described for a site. */
export function siteBuiltins(library: SiteLibrary): Builtin[] {
  const words: Record<string, string> = {
    search: 'Search the pages of this site. Returns the best passages.',
    get: 'Read a page of this site by the id from a search: all of it, or a part. A long page is read in several parts.',
    sources: 'Say how many pages and passages this site has.',
  };
  const services: LibraryServices = {
    search: (query, options, { signal }) => library.search(query, options, signal),
    get: (id) => library.get(id),
    sources: () => library.sources(),
  };
  return builtins(services).map((builtin) => {
    const { name, parameters } = builtin;
    const description = words[name] ?? builtin.description;
    if (name !== 'search') return { ...builtin, description };
    // A site has one source, and one way to search.
    const { query, limit } = parameters.properties ?? {};
    const properties = { ...(query && { query }), ...(limit && { limit }) };
    return { ...builtin, description, parameters: { ...parameters, properties } };
  });
}

/** Turns a registered tool into a built-in of the registry. @throws Failure `bad_request` */
export function toBuiltin(tool: HostTool): Builtin {
  const { name, description, parameters, approve, execute } = readHostTool(tool);
  return {
    name,
    description,
    parameters,
    approve,
    guarded: true,
    execute: async (args, signal, caller) =>
      execute(withoutTraps(args), { signal, caller: callerName(caller) }) as Promise<Json>,
  };
}

function callerName(caller: Caller): { kind: 'model' } | { kind: 'tool'; name: string } {
  return caller.kind === 'tool' ? { kind: 'tool', name: caller.name } : { kind: 'model' };
}

/** Returns a copy the tool may change, without `__proto__`, the one key that alters an object when assigned. */
function withoutTraps(args: JsonObject): JsonObject {
  const text = JSON.stringify(args);
  return JSON.parse(text, (key, value: Json) => (key === '__proto__' ? undefined : value)) as JsonObject;
}
