// Reads this device's memory, GPU and connection from the browser, to choose a model.
import type { Hardware } from './device-fit.ts';

interface Adapter {
  features: ReadonlySet<string>;
  limits: { maxBufferSize: number };
}

interface Hints {
  deviceMemory?: number;
  connection?: { downlink?: number };
  gpu?: { requestAdapter(): Promise<Adapter | null> };
}

export async function readHardware(): Promise<Hardware> {
  const { deviceMemory, connection, gpu } = navigator as unknown as Hints;
  const adapter = await gpu?.requestAdapter().catch(() => null);
  return {
    ...(deviceMemory !== undefined && { memory: deviceMemory }),
    ...(connection?.downlink !== undefined && { downlink: connection.downlink }),
    ...(adapter && {
      gpu: { f16: adapter.features.has('shader-f16'), maxBuffer: adapter.limits.maxBufferSize },
    }),
  };
}
