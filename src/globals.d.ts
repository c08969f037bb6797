// What the build provides: constants and virtual modules (scripts/vite).
declare const __APP_VERSION__: string;

declare module 'virtual:guide' {
  /** The product's user documentation: its pages under `demo-docs/`, and a hash of their text. */
  export const guide: { version: string; pages: { file: string; title: string }[] };
}
