// The model that runs on the device, and the place of its files.

export interface ModelPlace {
  /** The folder of the models, such as `https://example.org/app/models/`. */
  folder: string;
  /** Path in that folder. */
  name: string;
}

/** 384 dimensions; 22 MB. */
export const DEVICE_MODEL = 'Xenova/all-MiniLM-L6-v2';
export const DEVICE_DIMENSIONS = 384;
/** Tokens it reads of a passage: as in its training and in the measurements of its quality. */
export const MOST_TOKENS = 256;
/** The name under which vectors are stored. It changes when the same text would get another vector. */
export const DEVICE_MODEL_ID = `${DEVICE_MODEL}, ${MOST_TOKENS} tokens`;
/** Bytes of the model's files, and of its CPU runtime: the download at first use. */
export const DOWNLOAD = { model: 23_450_000, runtime: 14_500_000 } as const;
