// Validates tool records, both stored ones and those of a backup. Pure.
import { isObject } from '../base/json.ts';
import { SLUG } from './bundle.ts';
import { TIMEOUT, TOOL_NAME } from './tool.ts';
import { isToolView } from './tool-view.ts';
import {
  POLICIES,
  TOOL_KINDS,
  TOOL_ORIGINS,
  type Policy,
  type ToolKind,
  type ToolOrigin,
} from './tool-kinds.ts';

/** Returns the first problem of a record, as used in a sentence; undefined for a valid one. */
export function wrongToolField(record: Record<string, unknown>): string | undefined {
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
    (spec['view'] === undefined || isToolView(spec['view'])) &&
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
