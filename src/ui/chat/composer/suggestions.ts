// The entries above the message field for a word: commands, models and profiles, documents, sources and collections.
import AtSign from '@lucide/svelte/icons/at-sign';
import Bot from '@lucide/svelte/icons/bot';
import Plus from '@lucide/svelte/icons/plus';
import FileText from '@lucide/svelte/icons/file-text';
import TextQuote from '@lucide/svelte/icons/text-quote';
import Library from '@lucide/svelte/icons/library';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import type { App } from '../../../apps/web/app.ts';
import type { SavedPrompt } from '../../../core/saved-prompt.ts';
import { connectionsOf } from '../../../core/settings.ts';
import { count } from '../../components/quantities.ts';
import { route } from '../../route.svelte.ts';
import { plainTitle } from '../../../core/plain-title.ts';
import { rankEntries } from '../../components/rank-entries.ts';
import type { ConversationView } from '../conversation-view.svelte.ts';
import { commandsFor } from './commands.ts';
import { nameOfConnection } from './model-names.ts';
import { profilesOf } from './profile-list.ts';
import { promptsOf } from './prompts.ts';
import { resourcesFor, serversFor } from './resources.ts';
import { promptsFor } from './server-prompts.ts';
import type { Suggestion } from './suggestion.ts';
import type { Trigger } from './typed.ts';

/** Typing more finds the others. */
const MOST = 8;
/** Documents whose names match the letters, before ranking. */
const RANKED = 200;

export function suggestionsFor(
  app: App,
  view: ConversationView,
  { kind, query }: Trigger,
  open: (prompt: SavedPrompt) => void,
): Promise<readonly Suggestion[]> {
  switch (kind) {
    case 'command':
      return commandsAndPrompts(app, query, open);
    case 'model':
      return modelsAndProfiles(app, view, query);
    case 'document':
      return documentsAndSources(app, query);
  }
}

async function commandsAndPrompts(
  app: App,
  query: string,
  open: (prompt: SavedPrompt) => void,
): Promise<readonly Suggestion[]> {
  const saved = (await promptsOf(app)).map((prompt): Suggestion => ({
    id: `prompt ${prompt.id}`,
    title: `/${prompt.name}`,
    hint: prompt.description || prompt.text.slice(0, 80),
    icon: TextQuote,
    choice: { kind: 'set', run: async () => open(prompt) },
  }));
  const make: Suggestion = {
    id: 'new prompt',
    title: 'New prompt…',
    hint: 'Save a text under a name',
    icon: Plus,
    choice: { kind: 'set', run: async () => route.go('settings', 'prompts') },
  };
  const fitting = query === '' ? saved.slice(0, MOST) : ranked(saved, query);
  const served = await promptsFor(app, query);
  return [...fitting, ...commands(query), ...served, ...(query === '' ? [make] : [])];
}

function commands(query: string): Suggestion[] {
  return commandsFor(query).map(({ name, takes, needs = false, does }) => ({
    id: name,
    title: `/${name}`,
    hint: does,
    choice: { kind: 'command', name, takes: takes !== undefined, needs },
    ...(takes !== undefined && { takes }),
  }));
}

async function modelsAndProfiles(
  app: App,
  view: ConversationView,
  query: string,
): Promise<readonly Suggestion[]> {
  const { model, profile } = view.conversation;
  const connections = connectionsOf(app.preferences.current);
  const models = connections.map((connection, index): Suggestion => {
    const inUse = model ? model.connection === connection.id : index === 0;
    return {
      id: `model ${connection.id}`,
      title: nameOfConnection(connection),
      hint: inUse ? 'answers in this chat' : index === 0 ? 'default model' : 'model',
      icon: AtSign,
      choice: {
        kind: 'set',
        run: () => view.setModel(index === 0 ? undefined : { connection: connection.id }),
      },
    };
  });
  const profiles = (await profilesOf(app)).map(({ id, name, description }): Suggestion => ({
    id: `profile ${id}`,
    title: name,
    hint: id === profile ? 'answers in this chat' : description || 'profile',
    icon: Bot,
    choice: { kind: 'set', run: () => view.setProfile(id) },
  }));
  const none: Suggestion[] =
    profile === undefined
      ? []
      : [
          {
            id: 'no profile',
            title: 'No profile',
            hint: 'Perilune’s own instructions',
            icon: Bot,
            choice: { kind: 'set', run: () => view.setProfile(undefined) },
          },
        ];
  const make: Suggestion = {
    id: 'new profile',
    title: 'New profile…',
    hint: 'an agent with a name',
    icon: Plus,
    choice: { kind: 'set', run: async () => route.go('profiles', 'new') },
  };
  // Last, and only if meant: text after an @ is usually a question.
  return [...ranked([...models, ...none, ...profiles], query).slice(0, MOST - 1), ...ranked([make], query)];
}

async function documentsAndSources(app: App, query: string): Promise<readonly Suggestion[]> {
  const resources = await resourcesFor(app, query);
  if (resources) return resources;
  const [servers, collections, sources, { documents }] = await Promise.all([
    serversFor(app, query),
    app.collections().then((all) => all.list()),
    app.knowledge.sources(),
    app.knowledge.list(query === '' ? { limit: MOST } : { limit: RANKED, query }),
  ]);
  const kept = collections.map(({ id, name, documents }): Suggestion => ({
    id: `collection ${id}`,
    title: name,
    hint: `collection, ${count(documents, 'document')}`,
    icon: Library,
    choice: { kind: 'mention', mention: { kind: 'collection', id, title: name } },
  }));
  const named = sources.map(({ name, documents }): Suggestion => ({
    id: `source ${name}`,
    title: name,
    hint: documents > 0 ? `source, ${count(documents, 'document')}` : 'source',
    icon: FolderOpen,
    choice: { kind: 'mention', mention: { kind: 'source', id: name, title: name } },
  }));
  const listed = documents.map(({ id, title, source }): Suggestion => ({
    id: `document ${id}`,
    title: plainTitle(title),
    hint: source,
    icon: FileText,
    choice: { kind: 'mention', mention: { kind: 'document', id, title: plainTitle(title) } },
  }));
  return query === ''
    ? [...kept.slice(0, 3), ...named.slice(0, 3), ...servers.slice(0, 2), ...listed].slice(0, MOST)
    : ranked([...kept, ...named, ...servers, ...listed], query);
}

function ranked(all: readonly Suggestion[], query: string): Suggestion[] {
  return rankEntries(all, query)
    .map(({ entry }) => entry)
    .slice(0, MOST);
}
