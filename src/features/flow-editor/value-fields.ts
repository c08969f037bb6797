// The fields of a value to choose from: those of the last run, or those the tool declares. Pure.
import { shortened } from '../../base/shortened.ts';
import { isObject, type Json } from '../../base/json.ts';
import type { Schema } from '../../core/schema.ts';

export interface ValueField {
  /** Path within the value; empty for the whole. */
  path: (string | number)[];
  /** A short sample from the last run; absent when unknown. */
  sample?: string;
}

/** Levels, and total fields, that a user can look through. */
const MAX_DEPTH = 5;
const MAX_FIELDS = 80;
/** Maximum characters of a sample. */
const MAX_SAMPLE = 60;

/** @param value of the last run; undefined when there was none */
export function valueFields(value: Json | undefined, schema: Schema | undefined): ValueField[] {
  const fields: ValueField[] = [];
  if (value !== undefined) addLive(value, [], fields);
  else addDeclared(schema ?? {}, [], fields);
  return fields;
}

export function sampleOf(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return shortened(text.replace(/\s+/g, ' ').trim(), MAX_SAMPLE);
}

function addLive(value: Json, path: (string | number)[], fields: ValueField[]): void {
  if (fields.length >= MAX_FIELDS) return;
  fields.push({ path, sample: sampleOf(value) });
  if (path.length >= MAX_DEPTH) return;
  if (Array.isArray(value)) {
    // The first item represents all: the others look alike.
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

/** A reference cannot express a key that contains both kinds of quotes. */
function isWritable(key: string): boolean {
  return !(key.includes('"') && key.includes("'"));
}
