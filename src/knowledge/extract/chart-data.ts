// The numbers behind a chart of an Office file, as a table: one row for each category, one column for each series.
import { elementsOf, type HtmlElement, textWithin } from './html-nodes.ts';
import { attributeOf, firstNamed, named } from './xml.ts';

/** @param root of the chart's part @returns its title and rows, the header first; undefined without numbers */
export function chartOf(root: HtmlElement): { title?: string; rows: string[][] } | undefined {
  const series = [...named(root, 'ser')];
  const points = series.map((one) => pointsIn(firstNamed(one, 'val') ?? firstNamed(one, 'yVal')));
  const categories = series.map((one) => pointsIn(firstNamed(one, 'cat') ?? firstNamed(one, 'xVal')));
  const indexes = [...new Set(points.flatMap((all) => [...all.keys()]))].sort((a, b) => a - b);
  if (indexes.length === 0) return undefined;
  const names = series.map((one) => [...pointsIn(firstNamed(one, 'tx')).values()].join(' '));
  const rows = indexes.map((index) => [
    categories.find((all) => all.has(index))?.get(index) ?? '',
    ...points.map((all) => all.get(index) ?? ''),
  ]);
  const title = titleOf(root);
  return { ...(title !== '' && { title }), rows: [['', ...names], ...rows] };
}

/** The cached values of a reference, by their number. */
function pointsIn(root: HtmlElement | undefined): Map<number, string> {
  const found = new Map<number, string>();
  for (const point of root ? named(root, 'pt') : []) {
    const value = textWithin(point).trim();
    if (value !== '') found.set(Number(attributeOf(point, 'idx')) || 0, value);
  }
  // A name may be written without a reference.
  const plain = root && found.size === 0 ? firstNamed(root, 'v') : undefined;
  return plain ? found.set(0, textWithin(plain).trim()) : found;
}

/** The title of the chart itself: those of its axes come later. */
function titleOf(root: HtmlElement): string {
  for (const element of elementsOf(root, ({ name }) => name !== 'plotArea')) {
    if (element.name !== 'title') continue;
    const texts = [...named(element, 't')].map((one) => textWithin(one));
    return texts.join('').replace(/\s+/g, ' ').trim();
  }
  return '';
}
