// Formulas: typesets text between dollar signs or TeX brackets in answers and documents with KaTeX.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('textPart', {
    selector: 'tex-inline, tex-block',
    load: async () => (await import('./typeset.ts')).typeset,
  });
};
export default register;
