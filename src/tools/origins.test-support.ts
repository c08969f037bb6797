// Test support: a bundled tool.
import { toToolSpec } from '../core/tool-spec.ts';
import type { BundledTool } from './bundled.ts';
import { script } from './stand-in-runner.test-support.ts';

export function toolOf(name: string): BundledTool {
  const declared = { name, version: '1' };
  return { fileName: `${name}.lua`, source: script(declared), spec: toToolSpec(declared) };
}
