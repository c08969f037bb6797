// Compares a tool's declaration with its script: parameters without a description or a use, invalid defaults.
import type { Finding, Place } from '../../core/finding.ts';
import { isObject } from '../../base/json.ts';
import { luaStringValue } from '../../lua-language/lua-tokens.ts';
import type { Schema } from '../../core/schema.ts';
import type { ToolSpec } from '../../core/tool.ts';
import type { Policy } from '../../core/tool-kinds.ts';
import { declarationOf } from '../formats/lua-declaration.ts';
import type { ScriptNames } from './script-names.ts';

/** File names that say nothing about the tool. */
const ANY_NAME = /^(tool|main|init|script|connector|index|untitled)$/i;

/** Returns errors, because ajv doesn't check defaults, and they would reach the script unchecked. */
export function defaultFindings({ parameters }: ToolSpec, main: ScriptNames | undefined): Finding[] {
  return Object.entries(parameters.properties ?? {}).flatMap(([name, schema]): Finding[] => {
    const wrong = isObject(schema) ? wrongDefault(schema) : undefined;
    const message = `the default of parameter '${name}' ${wrong}`;
    return wrong === undefined ? [] : [{ code: 'schema', message, ...(main && parameterPlace(main, name)) }];
  });
}

function wrongDefault(schema: Schema): string | undefined {
  const { default: value, type, enum: allowed } = schema;
  if (value === undefined) return undefined;
  const types = [type ?? []].flat();
  if (types.length > 0 && !types.some((one) => isOfType(value, one))) {
    return `must be of type '${types.join(' or ')}', not ${JSON.stringify(value)}`;
  }
  if (Array.isArray(allowed) && !allowed.some((one) => JSON.stringify(one) === JSON.stringify(value))) {
    return `is ${JSON.stringify(value)}, which is not one of its values`;
  }
  return undefined;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

export function parameterFindings(spec: ToolSpec, scripts: readonly ScriptNames[]): Finding[] {
  const findings: Finding[] = [];
  const used = mentions(scripts);
  const main = scripts[0];
  for (const [name, schema] of Object.entries(spec.parameters.properties ?? {})) {
    const place = main && parameterPlace(main, name);
    if (spec.kind !== 'connector' && isObject(schema) && !schema['description']) {
      const message = `parameter '${name}' has no description, so models have to guess what it means`;
      findings.push({ code: 'no_description', message, ...place });
    }
    if (used && (used.get(name) ?? 0) < 2) {
      findings.push({
        code: 'unused_parameter',
        message: `the script never uses parameter '${name}'`,
        ...place,
      });
    }
  }
  return findings;
}

/** Counts how often the scripts use each name; undefined when the arguments are passed on as a whole. */
function mentions(scripts: readonly ScriptNames[]): Map<string, number> | undefined {
  const [main] = scripts;
  const whole = main?.entry.arguments;
  if (!main || whole === undefined) return undefined;
  const counts = new Map<string, number>();
  let declared = false;
  for (const script of scripts) {
    for (const [at, token] of script.code.entries()) {
      const word =
        token.kind === 'name' ? token.text : token.kind === 'string' ? luaStringValue(token) : undefined;
      if (word === undefined) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
      if (script !== main || word !== whole || script.is(at - 1, '.', ':') || script.isField(at)) continue;
      if (!declared) declared = true;
      else if (!script.is(at + 1, '.') && script.code[at + 2]?.kind !== 'string') return undefined;
    }
  }
  return counts;
}

/** Finds where `{ name = "city", … }` or `city = { … }` declares it. */
export function parameterPlace(script: ScriptNames, name: string): Place | undefined {
  const at = script.code.findIndex((token, index) => {
    if (token.kind === 'string') {
      return script.is(index - 1, '=') && script.is(index - 2, 'name') && luaStringValue(token) === name;
    }
    return token.kind === 'name' && token.text === name && script.isField(index) && script.is(index + 2, '{');
  });
  return at < 0 ? undefined : script.placeOf(at);
}

export function nameFindings(spec: ToolSpec, fileName: string): Finding[] {
  const base = fileName.replace(/^.*[\\/]/, '').replace(/(\.(http|flow))?\.(lua|json)$/i, '');
  if (base === spec.name || base === '' || ANY_NAME.test(base)) return [];
  return [{ code: 'name', message: `the tool is named ${spec.name}, but its file is ${fileName}` }];
}

/** What stands in for a missing description, for models and people. */
const STAND_IN = /^(Lua (tool|connector)|HTTP tool|Flow): /;

/** Tells whether a script names itself, also by a computed name. */
export function isNamed(source: string, name: string, fileName: string): boolean {
  const stem = fileName.replace(/^.*[\\/]/, '').replace(/\.lua$/i, '');
  if (name !== stem || declarationOf(source)?.name !== undefined) return true;
  return /\b(tool|connector)\s*\.\s*name\s*=|\bname\s*=\s*[A-Za-z_]/.test(source);
}

/** @param named whether its text names it; otherwise its file does */
export function identityFindings({ kind, name, description }: ToolSpec, named: boolean): Finding[] {
  const what = kind === 'connector' ? 'connector' : 'tool';
  const findings: Finding[] = [];
  if (!named) {
    const message = `the ${what} has no name, so its file names it: ${name}`;
    findings.push({ code: 'name', message });
  }
  if (description.trim() === '' || (STAND_IN.test(description) && description.endsWith(`: ${name}`))) {
    const why = what === 'tool' ? 'models don’t know when to call it' : 'people don’t know what it brings';
    findings.push({ code: 'no_description', message: `the ${what} has no description, so ${why}` });
  }
  return findings;
}

export function approvalFindings(
  spec: ToolSpec,
  script: ScriptNames | undefined,
  policy?: Policy,
): Finding[] {
  if (spec.approve && policy === 'allow') {
    const message = 'the script asks for approval of every call, but its policy allows calls without it';
    return [{ code: 'approve', message }];
  }
  const at = script?.code.findIndex(
    ({ text }, index) => text === 'approve' && script.isField(index) && script.is(index + 2, 'false'),
  );
  if (!script || at === undefined || at < 0) return [];
  const message = 'approve = false has no effect: the user decides whether calls need approval';
  return [{ code: 'approve', message, ...script.placeOf(at, at + 2) }];
}
