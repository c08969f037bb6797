// Diagrams: blocks of Mermaid in answers and documents, drawn in a frame that reaches nothing.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('textPart', {
    selector: 'pre[data-language="mermaid"]',
    load: async () => (await import('./show-diagrams.ts')).showDiagrams,
  });
};
export default register;
