// Describes a profile's limits in one line. Pure.
import type { Profile } from '../../core/profile.ts';
import { count } from '../components/quantities.ts';

export function profileFacts({
  kind,
  tools,
  sources,
  model,
  imported,
}: Pick<Profile, 'kind' | 'tools' | 'sources' | 'model' | 'imported'>): string {
  const facts = [
    kind === 'lua' ? 'A script' : 'Instructions',
    tools === undefined ? 'all tools' : tools.length === 0 ? 'no tools' : count(tools.length, 'tool'),
    sources === undefined
      ? 'all sources'
      : sources.length === 0
        ? 'no sources'
        : count(sources.length, 'source'),
    ...(model?.model !== undefined ? [model.model] : []),
    ...(imported ? ['from a file'] : []),
  ];
  return facts.join(' · ');
}
