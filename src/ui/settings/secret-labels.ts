// Labels and input of secrets: parsing, hosts, and the field of a refusal. Pure.
import { isObject } from '../../base/json.ts';
import type { ErrorData } from '../../core/errors.ts';
import { SECRET_MAX_LENGTH, SECRET_MIN_LENGTH, SECRET_NAME } from '../../core/secrets.ts';

export type SecretField = 'name' | 'value' | 'hosts';

/** `api.example.com, localhost:8080`, on one line or several. */
export function hostsIn(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((host) => host !== '');
}

export function whereTo(hosts: readonly string[]): string {
  if (hosts.length === 0) return 'to any host that is granted to the tool';
  return `only to ${hosts.join(', ')}, once granted to the tool`;
}

/** Returns the field of a refusal: names are checked first, then values, then hosts. */
export function refusedField(name: string, value: string): SecretField {
  if (!SECRET_NAME.test(name)) return 'name';
  const fits = value.length >= SECRET_MIN_LENGTH && value.length <= SECRET_MAX_LENGTH;
  return fits && value.trim() !== '' ? 'hosts' : 'value';
}

/** Whether it failed because the secrets are locked, so unlocking them helps. */
export function isLockedError(error: ErrorData | undefined): boolean {
  return error?.code === 'unavailable' && isObject(error.details) && error.details['locked'] === true;
}
