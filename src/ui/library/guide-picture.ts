// The pictures of the guide, which is part of the app: no other document may show one, since it would be fetched.
import type { StoredDocument } from '../../core/document.ts';

/** A picture that stands alone in its paragraph, as the Markdown reader leaves it: a link, named by its description. */
const PICTURE = /^<p><a href="(images\/[\w-]+)\.webp">[^<]*<\/a><\/p>\s*$/;

/** Where it lies beside the guide, without its ending; undefined for any other text. @param html of one paragraph */
export function guidePicture(html: string, { source }: Pick<StoredDocument, 'source'>): string | undefined {
  return source === 'guide' ? PICTURE.exec(html)?.[1] : undefined;
}

/** From this app and nowhere else. Where it cannot be had, its description stands there. */
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
