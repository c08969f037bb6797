// The guide's images, which are part of the app. Other documents may show none, since an image would be fetched.
import type { StoredDocument } from '../../core/document.ts';

/** An image alone in its paragraph, as the Markdown renderer outputs it: a link with its description. */
const PICTURE = /^<p><a href="(images\/[\w-]+)\.webp">[^<]*<\/a><\/p>\s*$/;

/** Its path next to the guide, without extension; undefined for any other text. @param html of one paragraph */
export function guidePicture(html: string, { source }: Pick<StoredDocument, 'source'>): string | undefined {
  return source === 'guide' ? PICTURE.exec(html)?.[1] : undefined;
}

/** Loaded from this app only. If it fails, shows its description. */
export function pictureNode(name: string, description: string): HTMLElement {
  const image = document.createElement('img');
  image.className = 'guide-picture';
  image.loading = 'lazy';
  image.alt = description.trim();
  image.src = new URL(`demo-docs/${name}${isDark() ? '-dark' : ''}.webp`, document.baseURI).href;
  return image;
}

function isDark(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  return colorScheme === 'light dark'
    ? matchMedia('(prefers-color-scheme: dark)').matches
    : colorScheme === 'dark';
}
