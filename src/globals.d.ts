// What the build provides: constants and virtual modules (scripts/vite).
declare const __APP_VERSION__: string;

declare module 'virtual:guide' {
  /** A hash of the text of the product's user documentation: the pages under `demo-docs/`, listed in its `pages.json`. */
  export const guideVersion: string;
}

/** Of the widget's build: the parts of the sandbox, by their names below the folder of the widget's script. */
declare const __SANDBOX_FILES__: { frame: string; worker: string; wasm: string };
/** Of the widget's build: the worker of a pack's model, by its name below the folder of the widget's script. */
declare const __MODEL_WORKER__: string;
/** The worker that reads Markdown for the widget. */
declare const __MARKDOWN_WORKER__: string;
