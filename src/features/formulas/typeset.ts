// Draws formulas with KaTeX, and copies them as TeX.
import 'katex/contrib/copy-tex';
import 'katex/contrib/mhchem';
import 'katex/dist/katex.min.css';
import { Typesetter } from '../../markdown/typeset.ts';
import './formulas.css';

const typesetter = new Typesetter('htmlAndMathml');

export function typeset(place: HTMLElement): void {
  typesetter.typeset(place);
}
