// A backup: all of a person's data in one file. Types of its contents by kind, and of the report after restoring.

/** In the order of writing and restoring. Files follow the tools that own their folders. */
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
/** Files of a later version are refused, because their meaning is unknown. */
export const BACKUP_VERSION = 1;

/** A piece of one kind, as JSON Lines. */
export interface BackupPart {
  path: string;
  kind: BackupKind;
  records: number;
  /** Unpacked size. */
  bytes: number;
  /** Hex digest of the unpacked bytes. */
  sha256: string;
}

/** The last entry of the file, and the first one to be read. */
export interface BackupManifest {
  format: typeof BACKUP_FORMAT;
  version: number;
  /** The version of Perilune that wrote the file. */
  app: string;
  /** ISO 8601. */
  createdAt: string;
  /** Number of records of each chosen kind, including empty kinds. */
  kinds: Partial<Record<BackupKind, number>>;
  parts: BackupPart[];
}

/** Summary of a backup, shown before it is restored. */
export interface BackupContents {
  app: string;
  createdAt: string;
  encrypted: boolean;
  kinds: Partial<Record<BackupKind, number>>;
  /** Size of the file and of its contents, in bytes. */
  size: number;
  unpacked: number;
}

export interface BackupOptions {
  /** Absent: everything except secrets, or with a passphrase everything. */
  kinds?: readonly BackupKind[];
  /** Encrypts the file. */
  passphrase?: string;
}

export interface RestoreOptions {
  /** Absent: everything in the file. */
  kinds?: readonly BackupKind[];
  passphrase?: string;
  /**
   * What happens to a record that exists both here and in the file: `keep` (default) keeps the one here, `replace`
   * overwrites it.
   */
  existing?: 'keep' | 'replace';
  /** First removes the existing records of the chosen kinds. */
  clear?: boolean;
  /**
   * The person confirms that the file is their own. Tool permissions, schedules and addresses that receive texts are
   * then restored too. Only for an encrypted file. Otherwise tools ask before each call and have no grants.
   */
  trust?: boolean;
}

export interface RestoredKind {
  kind: BackupKind;
  added: number;
  replaced: number;
  /** Records left unchanged. */
  kept: number;
}

export interface RestoreReport {
  kinds: RestoredKind[];
  /** Further notes for the person, as English sentences. */
  notes: string[];
}

export interface BackupProgress {
  /** Number of finished records, and the total. */
  done: number;
  total: number;
}
