// Opens the on-device models with the page's cache, worker and GPU.
import { once } from '../../core/deferred.ts';
import { DeviceModels } from './device-models.ts';
import { ModelFiles } from './files.ts';
import type { GeneratorWorker } from './on-device.ts';

/** The page's only instance. */
export const openModels = once(async (): Promise<DeviceModels> => {
  const models = new DeviceModels({
    files: new ModelFiles(caches),
    fetch: (input, init) => fetch(input, init),
    start: () =>
      new Worker(new URL('./generation-worker.ts', import.meta.url), {
        type: 'module',
        name: 'generation',
      }) as GeneratorWorker,
    shared: crossOriginIsolated,
    hasF16: once(hasF16),
    locks: navigator.locks,
    storage: navigator.storage,
  });
  await models.refresh();
  return models;
});

async function hasF16(): Promise<boolean> {
  try {
    const { gpu } = navigator as { gpu?: { requestAdapter(): Promise<Adapter | null> } };
    const adapter = await gpu?.requestAdapter();
    const isReal = adapter?.info?.isFallbackAdapter !== true && adapter?.isFallbackAdapter !== true;
    return isReal && adapter?.features.has('shader-f16') === true;
  } catch {
    return false;
  }
}

interface Adapter {
  features: ReadonlySet<string>;
  info?: { isFallbackAdapter?: boolean };
  isFallbackAdapter?: boolean;
}
