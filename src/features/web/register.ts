// The web: pages as Markdown for tools, and the settings of `web_search` and `read_page`.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('pageReader', { open: async () => (await import('./page-reader.ts')).pageReader() });
  offer('settingsSection', {
    id: 'web',
    label: 'Web',
    settings: ['Web search', 'SearXNG', 'Tavily', 'Jina', 'Brave', 'Hosts Perilune reads pages from'],
    after: 'search',
    load: () => import('./settings/WebSection.svelte'),
  });
};
export default register;
