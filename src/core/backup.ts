// A backup: everything of a person in one file. What is in it by kind, and what became of it when it was restored.

/** In the order in which they are written and restored: files follow the tools whose folders they lie in. */
export const BACKUP_KINDS = [
  'collections',
  'documents',
  'tools',
  'files',
  'runs',
  'conversations',
  'feeds',
  'remotes',
  'servers',
  'profiles',
  'settings',
  'secrets',
] as const;

export type BackupKind = (typeof BACKUP_KINDS)[number];

export const BACKUP_FORMAT = 'perilune-backup';
/** A file of a later version is refused: what it means is not known here. */
export const BACKUP_VERSION = 1;

/** A piece of one kind: lines of JSON, a record each. */
export interface BackupPart {
  path: string;
  kind: BackupKind;
  records: number;
  /** Unpacked. */
  bytes: number;
  /** Of the unpacked bytes, hex. */
  sha256: string;
}

/** The last entry of the file, and the first that is read. */
export interface BackupManifest {
  format: typeof BACKUP_FORMAT;
  version: number;
  /** The version of Perilune that wrote it. */
  app: string;
  /** ISO 8601. */
  createdAt: string;
  /** How many of each kind that was chosen, empty kinds included. */
  kinds: Partial<Record<BackupKind, number>>;
  parts: BackupPart[];
}

/** What a person sees of a backup before restoring it. */
export interface BackupContents {
  app: string;
  createdAt: string;
  encrypted: boolean;
  kinds: Partial<Record<BackupKind, number>>;
  /** Bytes of the file, and of what is in it. */
  size: number;
  unpacked: number;
}

export interface BackupOptions {
  /** Absent: all but secrets, and with a passphrase secrets too. */
  kinds?: readonly BackupKind[];
  /** Encrypts the file. */
  passphrase?: string;
}

export interface RestoreOptions {
  /** Absent: all that the file holds. */
  kinds?: readonly BackupKind[];
  passphrase?: string;
  /** Of a thing that is here and in the file: `keep` (the default) what is here, or `replace` it. */
  existing?: 'keep' | 'replace';
  /** Removes what is here of the chosen kinds first. */
  clear?: boolean;
  /**
   * The person says that the file is their own: permissions of tools, schedules, and addresses that texts are sent to come
   * back with it. Only for an encrypted file. Otherwise tools ask before each call and have no grants.
   */
  trust?: boolean;
}

export interface RestoredKind {
  kind: BackupKind;
  added: number;
  replaced: number;
  /** Left as they are here. */
  kept: number;
}

export interface RestoreReport {
  kinds: RestoredKind[];
  /** Sentences: what else a person should know. */
  notes: string[];
}

export interface BackupProgress {
  /** Records finished, of how many. */
  done: number;
  total: number;
}
