// Pictures of a question: scaled, and stored with the chat as text that a model's endpoint accepts.

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

export interface Picture {
  kind: 'picture';
  id: string;
  /** Name of its file. */
  title: string;
  type: (typeof PICTURE_TYPES)[number];
  /** Base64. */
  data: string;
  /** Pixels. */
  width: number;
  height: number;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Returns its data URL, for the page and for a model. Undefined for anything but a picture, which someone else's
 * backup may contain.
 */
export function pictureUrl({ type, data }: Pick<Picture, 'type' | 'data'>): string | undefined {
  const isPicture = PICTURE_TYPES.includes(type) && typeof data === 'string' && BASE64.test(data);
  return isPicture ? `data:${type};base64,${data}` : undefined;
}

/** Pixels per token by Anthropic's rule; other models use fewer tokens. */
const PIXELS_PER_TOKEN = 750;

export function tokensOfPicture({ width, height }: Pick<Picture, 'width' | 'height'>): number {
  return Math.ceil((width * height) / PIXELS_PER_TOKEN);
}
