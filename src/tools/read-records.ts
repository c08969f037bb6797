// Reads stored tools and bundles, and reports a damaged record with the problem.
import type { Bundle } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { Tool } from '../core/tool.ts';
import { TOOL_ORIGINS, type ToolOrigin } from '../core/tool-kinds.ts';
import { wrongToolField } from '../core/tool-record.ts';
import { deepFreeze, toPlain } from './plain.ts';

/**
 * Reads a stored record.
 * @throws Failure `unavailable` that names the problem
 */
export function readTool(record: unknown): Tool {
  let copy: unknown;
  try {
    copy = toPlain(record, 'the record', Infinity);
  } catch {
    // Not JSON, so no version of the app wrote this record.
  }
  const complete = isObject(copy) ? { ...SINCE_VERSION_1, ...copy } : undefined;
  const wrong = complete ? wrongToolField(complete) : 'record';
  if (wrong) {
    throw new Failure(
      'unavailable',
      `the stored tool '${nameOf(record)}' cannot be read (its ${wrong} is damaged) and is left out; install its script again, as a replacement, to repair it`,
    );
  }
  return complete as unknown as Tool;
}

/** Fields missing in records written by the first version of Perilune. */
const SINCE_VERSION_1: Pick<Tool, 'files' | 'writes' | 'limits'> = { files: {}, writes: false, limits: {} };

/** @throws Failure `unavailable` that names the problem */
export function readBundle(record: unknown): Bundle {
  const fine =
    isObject(record) &&
    ['id', 'slug', 'displayName', 'description', 'createdAt', 'modifiedAt'].every(
      (field) => typeof record[field] === 'string',
    ) &&
    typeof record['enabled'] === 'boolean' &&
    TOOL_ORIGINS.includes(record['origin'] as ToolOrigin);
  if (!fine)
    throw new Failure('unavailable', `the stored bundle '${nameOf(record)}' is damaged and is left out`);
  return deepFreeze(toPlain(record, 'the record', Infinity)) as unknown as Bundle;
}

/** Returns a name for a record that may be damaged. */
export function nameOf(record: unknown): string {
  const name = isObject(record) ? (record['name'] ?? record['id']) : undefined;
  return typeof name === 'string' ? name : 'without a name';
}
