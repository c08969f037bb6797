// Formats the program's own calls as short typed text, for the prompt of a model that writes scripts.
import { signatureOf, type ApiClass, type ApiEntry, type ApiField } from './api-entry.ts';
import { HOST_API } from './host-api.ts';
import { HOST_CLASSES } from './host-classes.ts';

/** Returns one line for each call and each table that calls take or return. Models already know Lua's own library. */
export function apiText(): string {
  const calls = HOST_API.filter(({ lua }) => !lua).map(callLine);
  return [...calls, '', ...HOST_CLASSES.map(classLine)].join('\n');
}

function callLine(entry: ApiEntry): string {
  const { params, returns, type, help } = entry;
  if (!params) return `${entry.name}: ${type ?? 'any'} -- ${help}`;
  const args = params.map(fieldText).join(', ');
  const result = (returns ?? []).map((one) =>
    one.name === undefined ? one.type : `${one.name}: ${one.type}`,
  );
  return `${signatureOf({ name: entry.name, args })}${result.length > 0 ? `: ${result.join(', ')}` : ''} -- ${help}`;
}

function fieldText({ name, type, optional }: ApiField): string {
  return name === '...' ? name : `${name}${optional ? '?' : ''}: ${type}`;
}

function classLine({ name, fields }: ApiClass): string {
  return `${name} = { ${fields.map(fieldText).join(', ')} }`;
}
