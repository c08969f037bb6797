// Canvas: runs pages, drawings and small apps (HTML or SVG) from an answer next to their source, in an isolated
// frame. A page can become the view of a tool's results.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('textPart', {
    selector: 'pre[data-language="html"], pre[data-language="svg"]',
    load: async () => (await import('./offer-canvas.ts')).offerCanvas,
  });
  offer('resultPage', { load: () => import('./ResultPage.svelte') });
  offer('appStart', async (app) => (await import('./canvas-app.ts')).giveApp(app));
};
export default register;
