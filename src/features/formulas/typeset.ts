// Formulas as KaTeX draws them, and what is copied of them as TeX.
import 'katex/contrib/copy-tex';
import 'katex/contrib/mhchem';
import 'katex/dist/katex.min.css';
import { Typesetter } from '../../markdown/typeset.ts';
import './formulas.css';

const typesetter = new Typesetter('htmlAndMathml');

export function typeset(place: HTMLElement): void {
  typesetter.typeset(place);
}
