// Why a sync failed, and what it needs from the person before it can continue.
import { isObject } from '../../base/json.ts';
import { NEEDS_PASSPHRASE } from './engine/change-keys.ts';
import type { SyncConfig } from './sync-config.ts';

/** @param details of the failure */
export function needsOf(details: unknown): Required<Pick<SyncConfig, 'needsPassphrase' | 'needsSignIn'>> {
  const { needs, status } = isObject(details) ? details : {};
  return { needsPassphrase: needs === NEEDS_PASSPHRASE, needsSignIn: status === 401 || status === 403 };
}

export function withoutNeeds({
  error: _,
  needsPassphrase: _p,
  needsSignIn: _s,
  ...config
}: SyncConfig): SyncConfig {
  return config;
}
