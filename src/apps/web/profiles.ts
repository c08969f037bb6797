// Wires the profiles: stored in the database, imported from files, and resolved for a conversation.
import { freeName } from '../../base/free-name.ts';
import { v7 as uuid } from 'uuid';
import type { Upstream } from '../../core/bundle.ts';
import type { Conversation } from '../../core/conversation.ts';
import { Failure, toErrorData } from '../../core/errors.ts';
import { problemWithValues, type ProfileValues } from '../../core/profile-arguments.ts';
import type { Profile, ResolvedProfile } from '../../core/profile.ts';
import type { ToolRunner } from '../../core/ports/tool-runner.ts';
import type { Database } from '../../storage/database.ts';
import { profileTable, type ProfileTable } from '../../storage/profiles.ts';
import type { FoundAgents, TextFiles } from '../../profiles/find-agents.ts';
import { checked, readProfiles, writeProfile, type ProfileDraft } from '../../profiles/profile-files.ts';
import { inspectProfile, resolveProfile } from '../../profiles/profile-scripts.ts';

const GONE =
  'This chat’s profile no longer exists. Choose another one, or none, below the message box, then ask again.';

export interface ProfilesDeps {
  sandbox: Pick<ToolRunner, 'run'>;
  now(): string;
}

export function openProfiles(database: Database, deps: ProfilesDeps): Profiles {
  return new Profiles(profileTable(database), deps);
}

export class Profiles {
  readonly #table: Pick<ProfileTable, 'all' | 'get' | 'add' | 'put' | 'remove' | 'onChange'>;
  readonly #deps: ProfilesDeps;

  constructor(
    table: Pick<ProfileTable, 'all' | 'get' | 'add' | 'put' | 'remove' | 'onChange'>,
    deps: ProfilesDeps,
  ) {
    this.#table = table;
    this.#deps = deps;
  }

  /** Sorted by name. @throws Failure `unavailable` */
  async list(): Promise<Profile[]> {
    return (await this.#table.all()).sort((a, b) => a.name.localeCompare(b.name));
  }

  onChange(listener: () => void): () => void {
    return this.#table.onChange(listener);
  }

  /**
   * Creates a profile, or changes the one with that id. A script's arguments are read from the script.
   * @throws Failure `bad_request`; `conflict` when the name is taken
   */
  async save(draft: ProfileDraft, id?: string): Promise<Profile> {
    return this.#keep({ ...draft, imported: false }, id);
  }

  async #keep(draft: ProfileDraft, id?: string): Promise<Profile> {
    const { arguments: _, imported, from, ...given } = checked(draft);
    const said = given.kind === 'lua' ? await inspectProfile(this.#deps.sandbox, given.text) : undefined;
    const all = await this.#table.all();
    if (all.some((one) => one.id !== id && one.name.toLowerCase() === given.name.toLowerCase())) {
      throw new Failure('conflict', `A profile called ${given.name} already exists. Choose another name.`);
    }
    const time = this.#deps.now();
    const before = all.find((one) => one.id === id);
    const origin = from ?? before?.from;
    const profile: Profile = {
      ...given,
      ...(origin && { from: origin }),
      ...(said?.arguments && { arguments: said.arguments }),
      ...(imported && { imported }),
      id: id ?? uuid(),
      createdAt: before?.createdAt ?? time,
      modifiedAt: time,
    };
    await this.#table.put(profile);
    return profile;
  }

  /** Copies it under a free name. */
  async duplicate({ id: _, createdAt: _c, modifiedAt: _m, from: _f, ...profile }: Profile): Promise<Profile> {
    return this.#keep({ ...profile, name: await this.#freeName(profile.name) });
  }

  /** @throws Failure `not_found` @returns the argument of `restore` */
  async remove(id: string): Promise<Profile> {
    const profile = await this.#table.get(id);
    if (!profile) throw new Failure('not_found', 'This profile was already deleted.');
    await this.#table.remove(id);
    return profile;
  }

  async restore(profile: Profile): Promise<void> {
    await this.#table.put(profile);
  }

  /**
   * Imports the profiles of a file; a taken name gets a number.
   * @param from the registry that the file came from
   * @throws Failure `bad_request`
   */
  async import(fileName: string, text: string, from?: Upstream): Promise<Profile[]> {
    const made: Profile[] = [];
    for (const draft of await this.#read(fileName, text))
      made.push(await this.take({ ...draft, ...(from && { from }) }));
    return made;
  }

  /** Finds the agents among the files of a folder, by their paths: those of `ctx.toml`, `registry.toml` and `agents/`. */
  async find(files: TextFiles): Promise<FoundAgents> {
    const { findAgents } = await import('../../profiles/find-agents.ts');
    return findAgents(files, (source) => inspectProfile(this.#deps.sandbox, source));
  }

  /** Stores a profile that someone else made: untrusted until it is saved here. A taken name gets a number. */
  async take(draft: ProfileDraft): Promise<Profile> {
    return this.#keep({ ...draft, imported: true, name: await this.#freeName(draft.name) });
  }

  /**
   * Replaces what came with its file by a newer text of its registry: untrusted again, until it is saved here. Its name
   * and the choices of the user stay.
   * @returns the profile as it was, for `restore`. @throws Failure `not_found`, `bad_request`
   */
  async renew(id: string, fileName: string, text: string, from: Upstream): Promise<Profile> {
    const before = await this.#table.get(id);
    if (!before) throw new Failure('not_found', 'This profile was deleted.');
    const [draft, another] = await this.#read(fileName, text);
    if (!draft || another) {
      throw new Failure(
        'bad_request',
        'This file has several agents now. Delete the profile, then add it again.',
      );
    }
    const { name, model, sources, collections, config } = before;
    const chosen = Object.fromEntries(
      Object.entries({ model, sources, collections, config }).filter(([, value]) => value !== undefined),
    );
    await this.#keep({ ...draft, ...chosen, name, imported: true, from }, id);
    return before;
  }

  #read(fileName: string, text: string): Promise<ProfileDraft[]> {
    return readProfiles(fileName, text, (source) => inspectProfile(this.#deps.sandbox, source));
  }

  readonly export = writeProfile;

  /** Resolves the profile of a conversation. An unusable one has a `problem` and may call no tool. Never rejects. */
  async resolve(
    { profile: id, profileArguments: given }: Pick<Conversation, 'profile' | 'profileArguments'>,
    signal?: AbortSignal,
  ): Promise<ResolvedProfile | undefined> {
    if (id === undefined) return undefined;
    let profile: Profile | undefined;
    try {
      profile = await this.#table.get(id);
      if (!profile) return unusable({ name: 'gone' }, GONE);
      const wrong = profile.kind === 'lua' ? problemWithValues(profile, given) : undefined;
      if (wrong !== undefined) return unusable(profile, wrong);
      return await this.#resolved(profile, given, signal);
    } catch (error) {
      const { name } = profile ?? { name: 'of this chat' };
      return unusable(
        { name, ...profile },
        `The profile ${name} cannot answer: ${toErrorData(error).message}`,
      );
    }
  }

  async #resolved(
    profile: Profile,
    given: ProfileValues | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ResolvedProfile> {
    const { name, kind, text, model, tools, sources, collections, imported } = profile;
    const said =
      kind === 'lua' ? await resolveProfile(this.#deps.sandbox, profile, given, signal) : { system: text };
    return {
      ...(tools && { tools }),
      ...(imported && { reads: 'instructions that came with a file' }),
      ...said,
      name,
      // A script can only narrow the user's selection.
      ...(tools &&
        'tools' in said &&
        said.tools && { tools: said.tools.filter((one) => tools.includes(one)) }),
      ...(model && { model }),
      ...(sources && { sources }),
      ...(collections && { collections }),
    };
  }

  async #freeName(name: string): Promise<string> {
    const taken = new Set((await this.#table.all()).map((one) => one.name.toLowerCase()));
    return freeName(name, (free) => taken.has(free.toLowerCase()));
  }
}

/** It calls no tool, and keeps its own model, sources and collections instead of falling back to others. */
function unusable(
  { name, model, sources, collections }: Pick<Profile, 'name' | 'model' | 'sources' | 'collections'>,
  problem: string,
): ResolvedProfile {
  return {
    ...{ name, tools: [], problem },
    ...(model && { model }),
    ...(sources && { sources }),
    ...(collections && { collections }),
  };
}
