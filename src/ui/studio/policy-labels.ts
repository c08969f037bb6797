// Labels of the three policies.
import type { Policy, ToolOrigin } from '../../core/tool-kinds.ts';

export const POLICY_WORDS: Record<Policy, { label: string; meaning: string }> = {
  allow: { label: 'Allow', meaning: 'Chats and scripts can call it.' },
  ask: { label: 'Ask', meaning: 'You approve each call you didn’t make yourself.' },
  deny: { label: 'Deny', meaning: 'Every call is blocked.' },
};

export const ORIGIN_WORDS: Record<ToolOrigin, string> = {
  builtin: 'built in',
  bundled: 'came with Perilune',
  user: 'yours',
  imported: 'imported',
  agent: 'made by a model',
};
