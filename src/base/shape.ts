// Describes the expected shape of a value from a file: `record({ name: text }, { age: number })`. Pure.
import { isObject } from './json.ts';

export type Shape = (value: unknown) => boolean;

export const text: Shape = (value) => typeof value === 'string';
export const number: Shape = Number.isFinite;
export const flag: Shape = (value) => typeof value === 'boolean';
export const anything: Shape = () => true;
export const object: Shape = isObject;

export function listOf(item: Shape): Shape {
  return (value) => Array.isArray(value) && value.every(item);
}

/** @param optional fields that may be missing. Fields not named can have any value. */
export function record(required: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape {
  return (value) =>
    isObject(value) &&
    Object.entries(required).every(([field, fits]) => fits(value[field])) &&
    Object.entries(optional).every(([field, fits]) => value[field] === undefined || fits(value[field]));
}

export function oneOf(...values: readonly unknown[]): Shape {
  return (value) => values.includes(value);
}

export function either(...shapes: readonly Shape[]): Shape {
  return (value) => shapes.some((fits) => fits(value));
}

/** A list whose items differ in a field, as keyed lists on screen require. */
export function distinct(field: string, item: Shape): Shape {
  const list = listOf(item);
  return (value) =>
    list(value) &&
    new Set((value as Record<string, unknown>[]).map((one) => one[field])).size ===
      (value as unknown[]).length;
}
