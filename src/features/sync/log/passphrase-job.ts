// What the worker for passphrases is asked.
type Bytes = Uint8Array<ArrayBuffer>;

export type PassphraseJob =
  | { type: 'seal'; bytes: Bytes; passphrase: string; work?: number | undefined }
  | { type: 'open'; bytes: Bytes; passphrase: string };
