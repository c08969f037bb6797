// Chooses the on-device model that fits memory and GPU, and estimates its download time. Pure.
import type { DeviceModel } from '../../../core/device-model.ts';
import { durationText, sizeText } from '../../../ui/components/quantities.ts';

export interface Hardware {
  /** GiB, as reported by the browser, rounded; some browsers don't report it. */
  memory?: number;
  /** A GPU that the page may use. */
  gpu?: { f16: boolean; maxBuffer: number };
  /** Mbit/s, where the browser estimates it. */
  downlink?: number;
}

/** GiB to assume when the browser doesn't report the memory. */
const MEMORY = 4;
/** Share of all memory for a model: the page, the browser and its other tabs need the rest. */
const SHARE = 1 / 4;
/** Bytes. On the CPU alone, a larger model is too slow. */
const PROCESSOR = 500_000_000;
/** No single tensor of these models exceeds half of the weights. */
const LARGEST_TENSOR = 1 / 2;
const DOWNLINK = 20;

/** Returns the best model that fits, preferring one that is downloaded or downloading. Undefined: none fits. */
export function bestFit(list: readonly DeviceModel[], hardware: Hardware): DeviceModel | undefined {
  const begun = list.find(({ phase }) => phase === 'ready') ?? list.find(({ phase }) => phase !== 'offered');
  return (
    begun ?? list.filter(({ size }) => size > 0 && fits(size, hardware)).sort((a, b) => b.size - a.size)[0]
  );
}

function fits(size: number, { memory = MEMORY, gpu }: Hardware): boolean {
  if (size > memory * 1024 ** 3 * SHARE) return false;
  return gpu?.f16 ? size * LARGEST_TENSOR <= gpu.maxBuffer : size <= PROCESSOR;
}

/** Explains the choice in a sentence. */
export function reasonText({ memory, gpu }: Hardware): string {
  const card = gpu?.f16 ? 'a graphics card it can use' : 'no graphics card it can use';
  return memory === undefined
    ? `Chosen for this device: ${card}.`
    : `Chosen for this device: ${memory} GB of memory or more, and ${card}.`;
}

/** Size and time, shown before the download. */
export function costText(size: number, { downlink }: Hardware): string {
  const speed = downlink !== undefined && downlink > 0 ? downlink : DOWNLINK;
  const time = (size * 8) / (speed * 1000);
  const assumed = speed === downlink ? 'at the speed the browser measured' : `at ${speed} Mbit/s`;
  return `Downloads ${sizeText(size)} once: about ${roughly(time)} ${assumed}. You can pause and resume.`;
}

/** Remaining time at the speed so far; undefined while unknown. */
export function restText(done: number, left: number, milliseconds: number): string | undefined {
  return done > 0 && milliseconds >= 1000
    ? `About ${roughly((left / done) * milliseconds)} left.`
    : undefined;
}

function roughly(milliseconds: number): string {
  const step = milliseconds < 60_000 ? 5000 : 60_000;
  return durationText(Math.max(step, Math.round(milliseconds / step) * step));
}
