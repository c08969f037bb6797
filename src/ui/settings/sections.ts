// The sections of Settings in their groups: each with its address, and its searchable settings.
import type { Component } from 'svelte';
import { once } from '../../core/deferred.ts';
import type { SettingsSection } from '../extension-points.ts';

export interface Section {
  /** `#/settings/ID`. */
  id: string;
  label: string;
  /** Labels of its settings. */
  settings: readonly string[];
  load: () => Promise<{ default: Component }>;
}

export interface Group {
  label: string;
  sections: readonly Section[];
}

const OWN: readonly Group[] = [
  {
    label: 'Chat',
    sections: [
      {
        id: 'models',
        label: 'Chat model',
        settings: [
          'Connect a model',
          'Other endpoints',
          'Base URL',
          'Key',
          'Model',
          'Wire format',
          'More models',
        ],
        load: once(() => import('./ModelSection.svelte')),
      },
      {
        id: 'profiles',
        label: 'Profiles',
        settings: ['Instructions', 'Tools of a profile', 'Sources of a profile'],
        load: once(() => import('./ProfilesSection.svelte')),
      },
      {
        id: 'chats',
        label: 'Chats',
        settings: ['Let the model name new chats'],
        load: once(() => import('./ChatSection.svelte')),
      },
    ],
  },
  {
    label: 'Library',
    sections: [
      {
        id: 'search',
        label: 'Semantic search',
        settings: ['Where embeddings are computed', 'Embedding model'],
        load: once(() => import('./meaning/MeaningSection.svelte')),
      },
    ],
  },
  {
    label: 'Tools',
    sections: [
      {
        id: 'calls',
        label: 'Tool calls',
        settings: ['Read-only mode'],
        load: once(() => import('./CallsSection.svelte')),
      },
      {
        id: 'scripts',
        label: 'Model scripts',
        settings: ['Let models write and run scripts'],
        load: once(() => import('./ScriptSection.svelte')),
      },
      {
        id: 'servers',
        label: 'MCP servers',
        settings: ['Add a server', 'Tools of a server'],
        load: once(() => import('./servers/ServersSection.svelte')),
      },
      {
        id: 'secrets',
        label: 'Secrets',
        settings: ['Add a secret', 'Passphrase', 'Lock'],
        load: once(() => import('./SecretsSection.svelte')),
      },
    ],
  },
  {
    label: 'App',
    sections: [
      {
        id: 'appearance',
        label: 'Appearance',
        settings: ['Theme', 'Light', 'Dark'],
        load: once(() => import('./ThemeSection.svelte')),
      },
      {
        id: 'language',
        label: 'Language',
        settings: ['Language of the interface'],
        load: once(() => import('./LanguageSection.svelte')),
      },
      {
        id: 'keyboard',
        label: 'Keyboard',
        settings: ['Keyboard shortcuts'],
        load: once(() => import('./ShortcutSection.svelte')),
      },
      {
        id: 'storage',
        label: 'Storage',
        settings: [
          'Storage by kind',
          'Keep my data',
          'Keep original files',
          'Backup',
          'Restore a backup',
          'Runs',
          'Delete everything',
        ],
        load: once(() => import('./StorageSection.svelte')),
      },
      {
        id: 'about',
        label: 'About',
        settings: ['Version', 'Guide', 'License', 'Third-party licenses'],
        load: once(() => import('./AboutSection.svelte')),
      },
    ],
  },
];

/**
 * @param offered sections of features: each follows the section it names; those that name the same one stand in the
 * order of their labels
 */
export function allGroups(offered: readonly SettingsSection[]): Group[] {
  const following = (id: string): SettingsSection[] =>
    offered.filter(({ after }) => after === id).sort((a, b) => (a.label < b.label ? -1 : 1));
  return OWN.map(({ label, sections }) => ({
    label,
    sections: sections.flatMap((section) => [section, ...following(section.id)]),
  }));
}

interface FoundSection {
  section: Section;
  /** Labels of its matching settings. */
  settings: string[];
}

/** Returns the groups with their matching sections; an empty query returns all, without settings. */
export function findSections(
  groups: readonly Group[],
  typed: string,
): { label: string; found: FoundSection[] }[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const find = (section: Section): FoundSection[] => {
    const settings = section.settings.filter(
      (name) => has(`${section.label} ${name}`) && !has(section.label),
    );
    return has(section.label) || settings.length > 0 ? [{ section, settings }] : [];
  };
  return groups
    .map(({ label, sections }) => ({ label, found: sections.flatMap(find) }))
    .filter(({ found }) => found.length > 0);
}
