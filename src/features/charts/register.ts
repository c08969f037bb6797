// Charts: draws the rows of a result as bars, lines, areas, points, a histogram or a heat map.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('chartView', { load: () => import('./ChartView.svelte') });
};
export default register;
