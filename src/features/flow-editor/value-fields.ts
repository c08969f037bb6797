// The fields of a value, to choose one from: those of the last run, or those that a tool says it answers with. Pure.
import { isObject, type Json } from '../../base/json.ts';
import type { Schema } from '../../core/schema.ts';

export interface ValueField {
  /** From the value: empty for the whole. */
  path: (string | number)[];
  /** What it was in the last run, short; absent when that is not known. */
  sample?: string;
}

/** Levels, and fields in all, that a person can still look through. */
const MAX_DEPTH = 5;
const MAX_FIELDS = 80;
/** Characters of a sample. */
const MAX_SAMPLE = 60;

/** @param value of the last run; undefined: there was none */
export function valueFields(value: Json | undefined, schema: Schema | undefined): ValueField[] {
  const fields: ValueField[] = [];
  if (value !== undefined) addLive(value, [], fields);
  else addDeclared(schema ?? {}, [], fields);
  return fields;
}

export function sampleOf(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_SAMPLE ? `${line.slice(0, MAX_SAMPLE)}…` : line;
}

function addLive(value: Json, path: (string | number)[], fields: ValueField[]): void {
  if (fields.length >= MAX_FIELDS) return;
  fields.push({ path, sample: sampleOf(value) });
  if (path.length >= MAX_DEPTH) return;
  if (Array.isArray(value)) {
    // The first stands for all: the others look like it.
    if (value[0] !== undefined) addLive(value[0], [...path, 0], fields);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value))
      if (isWritable(key)) addLive(item, [...path, key], fields);
  }
}

function addDeclared(schema: Schema, path: (string | number)[], fields: ValueField[]): void {
  if (fields.length >= MAX_FIELDS) return;
  fields.push({ path });
  if (path.length >= MAX_DEPTH) return;
  if (schema.items) addDeclared(schema.items, [...path, 0], fields);
  for (const [key, inner] of Object.entries(schema.properties ?? {}))
    if (isWritable(key)) addDeclared(inner, [...path, key], fields);
}

/** A reference has no way to write a key with both kinds of quotes in it. */
function isWritable(key: string): boolean {
  return !(key.includes('"') && key.includes("'"));
}
