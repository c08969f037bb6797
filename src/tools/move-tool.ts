// Moves a tool to another bundle with all its versions. Its ids, folder, settings and grants stay.
import type { Bundle } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import type { Tool } from '../core/tool.ts';
import type { Catalogue } from './catalogue.ts';
import { toolChange, type By, type ChangeClock } from './changes.ts';
import { refuseClosed } from './closed.ts';
import { noSuchTool } from './no-such-tool.ts';
import { deepFreeze } from './plain.ts';
import type { Change } from './tool-repository.ts';

/** The result: the selected version as it is now, and the slug of the previous bundle. */
export interface Moved {
  tool: Tool;
  from: string;
}

/**
 * Moves a tool. The person who moves it also made its grants, and the text doesn't change, so grants, policy and
 * config stay.
 * @param to slug or id of the bundle
 * @throws Failure `not_found` for either, `denied` when one of the bundles is part of the program, `disabled` when
 *   one is off, `conflict` when a tool of that name exists there
 */
export function move(
  catalogue: Catalogue,
  reference: string,
  to: string,
  clock: ChangeClock,
  by: By,
): Change<Moved> {
  const tool = catalogue.find(reference);
  if (!tool) throw noSuchTool(reference);
  const target = catalogue.bundle(to) ?? catalogue.bundleBySlug(to);
  if (!target) throw new Failure('not_found', `no bundle with the name: ${to}`);
  const source = catalogue.bundle(tool.bundle);
  const from = source?.slug ?? '';
  const versions = catalogue.versions(tool.bundle, tool.slug);
  if (target.id === tool.bundle) return { commit: {}, value: { tool, from } };
  refuseOurs(
    source,
    `'${tool.name}' comes with Perilune and cannot be moved; export it to make your own copy`,
  );
  refuseOurs(target, `the tools of bundle '${target.slug}' come with Perilune; choose another bundle`);
  for (const { id, slug } of [target, { id: tool.bundle, slug: from }]) {
    if (!catalogue.toolsIn(id).some(({ kind }) => kind === 'mcp')) continue;
    throw new Failure('denied', `bundle '${slug}' can contain only the tools of a server`);
  }
  refuseClosed(catalogue, { id: tool.bundle });
  refuseClosed(catalogue, target);
  if (catalogue.versions(target.id, tool.slug).length > 0) {
    throw new Failure(
      'conflict',
      `bundle '${target.slug}' already has a tool '${tool.name}'; rename or remove one of them first`,
    );
  }
  const moved = versions.map((one) =>
    deepFreeze<Tool>({ ...one, bundle: target.id, modifiedAt: clock.now() }),
  );
  return {
    commit: {
      putTools: moved,
      changes: moved.map((one) =>
        toolChange(clock, by, 'changed', one, `moved from bundle '${from}' to '${target.slug}'`),
      ),
    },
    value: { tool: moved.find(({ id }) => id === tool.id) ?? tool, from },
  };
}

function refuseOurs(bundle: Bundle | undefined, why: string): void {
  if (bundle?.origin === 'builtin' || bundle?.origin === 'bundled') throw new Failure('denied', why);
}
