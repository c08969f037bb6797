// Saves a file as a download.

/** A blob's address must last until the download has begun. */
const KEPT_MS = 60_000;

export function saveFile(file: { fileName: string; bytes: Uint8Array; type: string }): void {
  saveBlob(file.fileName, new Blob([file.bytes.slice()], { type: file.type }));
}

export function saveBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
