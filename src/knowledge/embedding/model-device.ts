// Chooses the device for a model's worker: a graphics card if there is one, otherwise the CPU.
import cpuModule from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import cpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import gpuModule from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import gpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';

/** More threads didn't help, and the page needs some too. */
const MOST_THREADS = 4;

export interface ModelDevice {
  onCard: boolean;
  threads: number;
  /** For people. */
  name: string;
  /** Where the runtime finds its own files. */
  wasmPaths: { wasm: string; mjs: string };
}

/** @param threads default: as many as the page may have, and help */
export async function chooseDevice(
  allowed: 'any' | 'cpu',
  threads = crossOriginIsolated ? Math.min(MOST_THREADS, Math.max(1, navigator.hardwareConcurrency)) : 1,
): Promise<ModelDevice> {
  const onCard = allowed === 'any' && (await hasGraphicsCard());
  return {
    onCard,
    threads,
    name: onCard ? 'WebGPU' : threads === 1 ? 'CPU' : `CPU, ${threads} threads`,
    wasmPaths: onCard ? { wasm: gpuWasm, mjs: gpuModule } : { wasm: cpuWasm, mjs: cpuModule },
  };
}

/** Requires a real card: one emulated by the CPU is slower than the CPU itself. The runtime is built with JSPI. */
async function hasGraphicsCard(): Promise<boolean> {
  if (!('gpu' in navigator) || !('Suspending' in WebAssembly)) return false;
  try {
    const adapter = await (navigator.gpu as Gpu).requestAdapter({ powerPreference: 'high-performance' });
    return adapter !== null && adapter.info?.isFallbackAdapter !== true && !adapter.isFallbackAdapter;
  } catch {
    return false;
  }
}

/** The used part of WebGPU, which TypeScript's type library lacks. */
interface Gpu {
  requestAdapter(options: object): Promise<{
    isFallbackAdapter?: boolean;
    info?: { isFallbackAdapter?: boolean };
  } | null>;
}
