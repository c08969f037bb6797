// What the build provides: constants and virtual modules (scripts/vite).
declare const __APP_VERSION__: string;

declare module 'virtual:guide' {
  /** A hash of the text of the product's user documentation: the pages under `demo-docs/`, listed in its `pages.json`. */
  export const guideVersion: string;
}
