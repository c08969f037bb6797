// Pictures that come with a question: scaled and kept with the chat, as text that a model's endpoint takes.

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

export interface Picture {
  kind: 'picture';
  id: string;
  /** The name of its file. */
  title: string;
  type: (typeof PICTURE_TYPES)[number];
  /** Base64. */
  data: string;
  /** Pixels. */
  width: number;
  height: number;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Its address, for the page and for a model. Undefined for what is no picture, as a backup of others may hold. */
export function pictureUrl({ type, data }: Pick<Picture, 'type' | 'data'>): string | undefined {
  const isPicture = PICTURE_TYPES.includes(type) && typeof data === 'string' && BASE64.test(data);
  return isPicture ? `data:${type};base64,${data}` : undefined;
}

/** Pixels that one token of a model stands for, by Anthropic's rule; other models count fewer. */
const PIXELS_PER_TOKEN = 750;

export function tokensOfPicture({ width, height }: Pick<Picture, 'width' | 'height'>): number {
  return Math.ceil((width * height) / PIXELS_PER_TOKEN);
}
