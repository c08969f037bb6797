// The sections of Settings: each with its address, and its searchable settings.
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

const OWN: readonly Section[] = [
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
    id: 'search',
    label: 'Semantic search',
    settings: ['Where embeddings are computed', 'Embedding model'],
    load: once(() => import('./meaning/MeaningSection.svelte')),
  },
  {
    id: 'servers',
    label: 'MCP servers',
    settings: ['Add a server', 'Tools of a server'],
    load: once(() => import('./servers/ServersSection.svelte')),
  },
  {
    id: 'scripts',
    label: 'Model scripts',
    settings: ['Let models write and run scripts'],
    load: once(() => import('./ScriptSection.svelte')),
  },
  {
    id: 'calls',
    label: 'Tool calls',
    settings: ['Read-only mode'],
    load: once(() => import('./CallsSection.svelte')),
  },
  {
    id: 'chats',
    label: 'Chats',
    settings: ['Let the model name new chats'],
    load: once(() => import('./ChatSection.svelte')),
  },
  {
    id: 'secrets',
    label: 'Secrets',
    settings: ['Add a secret', 'Passphrase', 'Lock'],
    load: once(() => import('./SecretsSection.svelte')),
  },
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
    id: 'keyboard',
    label: 'Keyboard',
    settings: ['Keyboard shortcuts'],
    load: once(() => import('./ShortcutSection.svelte')),
  },
  {
    id: 'about',
    label: 'About',
    settings: ['Version', 'Guide', 'License', 'Third-party licenses'],
    load: once(() => import('./AboutSection.svelte')),
  },
];

/** @param offered sections of features, each with the section it goes behind */
export function allSections(offered: readonly SettingsSection[]): Section[] {
  return OWN.flatMap((section) => [section, ...offered.filter(({ after }) => after === section.id)]);
}

/** Returns the matching sections, each with its matching settings; an empty query returns all, without settings. */
export function findSections(
  sections: readonly Section[],
  typed: string,
): { section: Section; settings: string[] }[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections.map((section) => ({ section, settings: [] }));
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  return sections.flatMap((section) => {
    const settings = section.settings.filter(
      (name) => has(`${section.label} ${name}`) && !has(section.label),
    );
    return has(section.label) || settings.length > 0 ? [{ section, settings }] : [];
  });
}
