// Builds the companion extension. In the mode `bridge` it builds the content script, which browsers accept only as one
// classic script; otherwise the worker and the pages.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { icons } from './icons.ts';
import { licencesFile } from './licences-file.ts';

const root = fileURLToPath(new URL('../../src/apps/extension', import.meta.url));

const both = {
  root,
  configFile: false,
  publicDir: false,
  base: './',
} as const;

const target = { target: 'chrome123', emptyOutDir: false, reportCompressedSize: false } as const;

const pages: UserConfig = {
  ...both,
  plugins: [svelte({ configFile: false }), icons(), licencesFile()],
  build: {
    ...target,
    modulePreload: false,
    rolldownOptions: {
      input: {
        background: `${root}/background.ts`,
        panel: `${root}/panel.html`,
        hosts: `${root}/hosts.html`,
      },
      // The browser finds the worker by its name in the manifest.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name].js',
        assetFileNames: 'parts/[name][extname]',
      },
      checks: { pluginTimings: false },
    },
  },
};

const bridge: UserConfig = {
  ...both,
  build: {
    ...target,
    rolldownOptions: {
      input: `${root}/bridge.ts`,
      output: { format: 'iife', codeSplitting: false, entryFileNames: 'bridge.js' },
      checks: { pluginTimings: false },
    },
  },
};

export default defineConfig(({ mode }) => (mode === 'bridge' ? bridge : pages));
