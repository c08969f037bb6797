// The model worker in the widget's build: one file that imports nothing and evaluates no strings.
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Plugin } from 'vite';
import { widgetWorkers } from './widget-workers.ts';

it('is a single small file that names no other host and runs under a strict policy', async () => {
  const plugin = widgetWorkers() as Plugin & {
    config(config: object): Promise<{ define: Record<string, string> }>;
    generateBundle(this: { emitFile(file: { fileName: string; source: string }): void }): void;
  };
  const { define } = await plugin.config({});
  const files: { fileName: string; source: string }[] = [];
  plugin.generateBundle.call({ emitFile: (file) => void files.push(file) });
  expect(files.map(({ fileName }) => JSON.stringify(fileName))).toEqual([
    define['__MODEL_WORKER__'],
    define['__MARKDOWN_WORKER__'],
  ]);
  const { source } = files[0]!;
  expect(files[1]!.source).not.toMatch(/\bnew Function\(|[^.\w]eval\(|^import /m);
  expect(gzipSync(files[1]!.source).length).toBeLessThan(60_000);
  expect(source).toContain('deflate-raw');
  expect(source).not.toMatch(/jsdelivr|unpkg|huggingface|\bnew Function\(|[^.\w]eval\(/);
  expect(source).not.toMatch(/new URL\("ort/);
  expect(gzipSync(source).length).toBeLessThan(40_000);
});
