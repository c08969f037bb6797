// The log of a tool's changes in sentences. Pure.
import type { ChangeRecord } from '../../core/run-record.ts';

const WHAT: Record<ChangeRecord['what'], string> = {
  created: 'created',
  changed: 'changed',
  removed: 'removed',
  restored: 'restored',
  enabled: 'switched on',
  disabled: 'switched off',
  deleted: 'permanently deleted',
};

const BY: Record<ChangeRecord['by'], string> = {
  user: 'by you',
  page: 'by a script on this page',
  agent: 'by a model',
  program: 'by Perilune',
};

/** `Version 1.2.0 changed by you: policy, hosts`. */
export function changeText({ what, by, version, note }: ChangeRecord): string {
  const subject = version === undefined ? 'Tool' : `Version ${version}`;
  return `${subject} ${WHAT[what]} ${BY[by]}${note ? `: ${note}` : ''}`;
}
