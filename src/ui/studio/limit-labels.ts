// The limits of a run with their labels and units. Pure.
import { HIGHEST_LIMITS, inMebibytes, type Limits } from '../../core/limits.ts';

const MIB = 1024 * 1024;

export interface LimitField {
  name: keyof Limits;
  label: string;
  /** After the number; empty for plain counts. */
  unit: string;
  /** Registry units per displayed unit. */
  factor: number;
}

export const LIMIT_FIELDS: readonly LimitField[] = [
  { name: 'timeout', label: 'Time', unit: 's', factor: 1 },
  { name: 'memory', label: 'Memory', unit: 'MiB', factor: MIB },
  { name: 'hostCalls', label: 'Host calls', unit: '', factor: 1 },
  { name: 'openCalls', label: 'Host calls at once', unit: '', factor: 1 },
  { name: 'result', label: 'Result size', unit: 'MiB', factor: MIB },
  { name: 'answer', label: 'Host call response size', unit: 'MiB', factor: MIB },
  { name: 'logLines', label: 'Log lines', unit: '', factor: 1 },
  { name: 'logBytes', label: 'Log size', unit: 'KiB', factor: 1024 },
  { name: 'depth', label: 'Nesting depth', unit: '', factor: 1 },
];

/** Text of the field. */
export function limitText(field: LimitField, value: number): string {
  return String(Number((value / field.factor).toPrecision(6)));
}

/** Parses a field. Empty means the default: `value` is then undefined. */
export function readLimit(field: LimitField, text: string): { value?: number | undefined; problem?: string } {
  const typed = text.trim();
  if (typed === '') return {};
  const value = Number(typed) * field.factor;
  const most = HIGHEST_LIMITS[field.name];
  if (!Number.isFinite(value) || value < 0) return { problem: 'Enter a number.' };
  if (value > most) return { problem: `At most ${limitText(field, most)}${field.unit && ` ${field.unit}`}.` };
  return { value };
}

/** Above this, the bundled Lua can crash itself, which only ends the run. */
export function limitNote(name: keyof Limits, value: number): string {
  return name === 'memory' && value > 32 * MIB
    ? `Above ${inMebibytes(32 * MIB)} a faulty script can crash its sandbox. Only that run ends.`
    : '';
}
