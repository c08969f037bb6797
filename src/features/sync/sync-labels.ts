// What the screen of sync says: groups, problems, progress.
import type { SyncProblem, SyncProgress } from './engine/replica.ts';
import { sizeText } from '../../ui/components/quantities.ts';
import type { Group } from './records/app-records.ts';
import type { Strength } from './passphrase.ts';

export const GROUP_LABELS: Readonly<Record<Group, string>> = {
  chats: 'Chats',
  tools: 'Tools and bundles',
  documents: 'Documents and collections',
  originals: 'Original files of documents and chats',
  profiles: 'Profiles',
  prompts: 'Saved prompts',
  settings: 'Settings',
  connections: 'Models, remote collections, MCP servers and registries, without keys',
  automations: 'Automations, switched off on the other devices',
  secrets: 'Secrets and API keys',
  grants: 'Permissions of tools',
};

export const BUCKET_STYLES = [
  { value: 'auto', label: 'As the service expects' },
  { value: 'path', label: 'Bucket in the path: https://service/bucket' },
  { value: 'host', label: 'Bucket in the host name: https://bucket.service' },
] as const;

export const STRENGTH_LABELS: Readonly<Record<Strength, string>> = {
  short: 'At least 10 characters.',
  weak: 'Easy to guess. Make it longer, or use a suggested one.',
  fair: 'Fair. A longer one is safer.',
  strong: 'Strong.',
};

export function problemText({ kind, device, file }: SyncProblem): string {
  switch (kind) {
    case 'full':
      return `There is no room for “${file}” on this device. Free some space, and sync downloads it.`;
    case 'undeleted':
      return 'The storage did not let Perilune delete files of removed documents. Allow it to delete files: the guide shows the settings.';
    case 'older':
      return `The storage shows an older state of ${device} than before. It was rolled back, or it hides changes. Nothing on this device was changed. If you restored the storage from a backup, disconnect and set up sync again.`;
    case 'damaged':
      if (file !== undefined)
        return `“${file}” of ${device} is damaged in the storage, or was changed. Perilune did not import it. Its document is here. A device that has the file sends it again when it syncs.`;
      return `A file of ${device} in the storage is damaged or was changed. Sync stops there and continues with the other devices. Open Perilune on ${device} to repair incomplete files.`;
    case 'replaced':
      return `The storage shows a different history of ${device} than before. Someone may have replaced files. Nothing was imported from it.`;
    case 'missing':
      if (file !== undefined)
        return `“${file}” of ${device} is missing in the storage. A device that has the file sends it again when it syncs.`;
      return `Changes of ${device} are missing in the storage. Sync waits for them.`;
    case 'newer':
      return `${device} uses a newer version of Perilune. Update Perilune here to get its changes.`;
  }
}

export function progressText({ phase, done, total }: SyncProgress): string {
  if (phase === 'sendingFiles' || phase === 'receivingFiles') {
    const [sent, all] = [sizeText(done), sizeText(total ?? done)];
    return phase === 'sendingFiles'
      ? `Sending original files: ${sent} of ${all}`
      : `Receiving original files: ${sent} of ${all}`;
  }
  const of = total === undefined ? `${done}` : `${done} of ${total}`;
  if (phase === 'sending') return `Sending changes: ${of}`;
  if (phase === 'receiving') return `Receiving changes: ${of}`;
  return `Saving records: ${of}`;
}

/** A name for this device, to be changed by the person. */
export function deviceName(agent: string): string {
  const system =
    [
      [/iPhone/, 'iPhone'],
      [/iPad/, 'iPad'],
      [/Android/, 'Android'],
      [/Mac OS/, 'Mac'],
      [/Windows/, 'Windows'],
      [/CrOS/, 'Chromebook'],
      [/Linux/, 'Linux'],
    ].find(([pattern]) => (pattern as RegExp).test(agent))?.[1] ?? 'Device';
  const browser =
    [
      [/Firefox/, 'Firefox'],
      [/Edg\//, 'Edge'],
      [/Chrome|Chromium/, 'Chrome'],
      [/Safari/, 'Safari'],
    ].find(([pattern]) => (pattern as RegExp).test(agent))?.[1] ?? 'browser';
  return `${system as string}, ${browser as string}`;
}
