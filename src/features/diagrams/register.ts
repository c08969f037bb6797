// Diagrams: draws Mermaid blocks in answers and documents in an isolated frame.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('textPart', {
    selector: 'pre[data-language="mermaid"]',
    load: async () => (await import('./show-diagrams.ts')).showDiagrams,
  });
};
export default register;
