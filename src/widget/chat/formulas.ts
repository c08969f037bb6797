// Formulas of the widget's answers, as MathML: a site's page gets none of our styles and fonts. Loads with the first
// formula.
import 'katex/contrib/mhchem';
import { Typesetter } from '../../markdown/typeset.ts';

const typesetter = new Typesetter('mathml');

export function typeset(place: HTMLElement): void {
  typesetter.typeset(place);
}
