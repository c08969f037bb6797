// Reads stored tools and bundles: a record that is damaged is named, with what is wrong with it.
import { SLUG, type Bundle } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import { TIMEOUT, TOOL_NAME, type Tool } from '../core/tool.ts';
import {
  POLICIES,
  TOOL_KINDS,
  TOOL_ORIGINS,
  type Policy,
  type ToolKind,
  type ToolOrigin,
} from '../core/tool-kinds.ts';
import { deepFreeze, toPlain } from './plain.ts';

/**
 * Reads a stored record.
 * @throws Failure `unavailable` that says what is wrong with it.
 */
export function readTool(record: unknown): Tool {
  let copy: unknown;
  try {
    copy = toPlain(record, 'the record', Infinity);
  } catch {
    // Only what is not JSON gets here: the record is nothing that we wrote.
  }
  const complete = isObject(copy) ? { ...SINCE_VERSION_1, ...copy } : undefined;
  const wrong = complete ? firstWrongField(complete) : 'record';
  if (wrong) {
    throw new Failure(
      'unavailable',
      `the stored tool '${nameOf(record)}' cannot be read (its ${wrong} is damaged) and is left out; install its script again, as a replacement, to repair it`,
    );
  }
  return complete as unknown as Tool;
}

/** Fields that records written by the first version of Perilune lack. */
const SINCE_VERSION_1: Pick<Tool, 'files' | 'writes' | 'limits'> = { files: {}, writes: false, limits: {} };

/** @throws Failure `unavailable` that says what is wrong with it. */
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

/** What to call a record that may be damaged. */
export function nameOf(record: unknown): string {
  const name = isObject(record) ? (record['name'] ?? record['id']) : undefined;
  return typeof name === 'string' ? name : 'without a name';
}

function firstWrongField(record: Record<string, unknown>): string | undefined {
  const checks: [string, boolean][] = [
    ['id', typeof record['id'] === 'string'],
    ['name', typeof record['name'] === 'string' && TOOL_NAME.test(record['name'])],
    ['bundle', typeof record['bundle'] === 'string' && typeof record['folder'] === 'string'],
    ['slug', typeof record['slug'] === 'string' && SLUG.test(record['slug'])],
    ['kind', TOOL_KINDS.includes(record['kind'] as ToolKind)],
    ['origin', TOOL_ORIGINS.includes(record['origin'] as ToolOrigin)],
    ['source', typeof record['source'] === 'string'],
    ['declaration', isSpec(record['spec'], record['name'])],
    ['policy', POLICIES.includes(record['policy'] as Policy)],
    ['list of hosts', isStrings(record['hosts'])],
    ['list of files', isObject(record['files']) && isStrings(Object.values(record['files']))],
    ['right to write', typeof record['writes'] === 'boolean'],
    ['list of limits', isObject(record['limits']) && Object.values(record['limits']).every(Number.isFinite)],
    ['config', isObject(record['config'])],
    ['list of tags', isStrings(record['tags'])],
    [
      'switch',
      ['enabled', 'llmCallable', 'userCallable'].every((field) => typeof record[field] === 'boolean'),
    ],
    ['age of its name', record['nameSince'] === undefined || typeof record['nameSince'] === 'string'],
    ['date', ['createdAt', 'modifiedAt', 'currentSince'].every((field) => typeof record[field] === 'string')],
  ];
  return checks.find(([, fine]) => !fine)?.[0];
}

function isSpec(spec: unknown, name: unknown): boolean {
  return (
    isObject(spec) &&
    spec['name'] === name &&
    typeof spec['version'] === 'string' &&
    typeof spec['description'] === 'string' &&
    isObjectSchema(spec['parameters']) &&
    (spec['returns'] === undefined || isObject(spec['returns'])) &&
    typeof spec['timeout'] === 'number' &&
    spec['timeout'] >= TIMEOUT.min &&
    spec['timeout'] <= TIMEOUT.max &&
    typeof spec['approve'] === 'boolean' &&
    isStrings(spec['hosts'])
  );
}

function isObjectSchema(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'object';
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
