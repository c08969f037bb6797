// Formulas of the widget's answers, as MathML: a page of somebody else gets no styles and fonts of ours. Loads with the first one.
import 'katex/contrib/mhchem';
import { Typesetter } from '../../markdown/typeset.ts';

const typesetter = new Typesetter('mathml');

export function typeset(place: HTMLElement): void {
  typesetter.typeset(place);
}
