// The model that runs on the device, and where its files are.

export interface ModelPlace {
  /** The folder that models lie in, such as `https://example.org/app/models/`. */
  folder: string;
  /** Path in that folder. */
  name: string;
}

/** 384 numbers a passage; 22 MB. */
export const DEVICE_MODEL = 'Xenova/all-MiniLM-L6-v2';
export const DEVICE_DIMENSIONS = 384;
/** What it reads of a passage, in tokens: what it was trained with, and what its quality was measured with. */
export const MOST_TOKENS = 256;
/** Vectors are known by this name. It changes when the same text would get another vector. */
export const DEVICE_MODEL_ID = `${DEVICE_MODEL}, ${MOST_TOKENS} tokens`;
/** Bytes of the model's files, and of what runs it on a CPU: what the first use downloads. */
export const DOWNLOAD = { model: 23_450_000, runtime: 14_500_000 } as const;
