// Modules that Vite plugins make up.

/** The tools of tools/*.lua, inspected at build time by scripts/vite/bundled-tools.ts. */
declare module 'virtual:bundled-tools' {
  export const bundledTools: {
    fileName: string;
    source: string;
    spec: import('./core/tool.ts').ToolSpec;
  }[];
}
