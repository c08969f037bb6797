// Canvas: runs pages, drawings and small apps (HTML or SVG) from an answer next to their source, in an isolated
// frame.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('textPart', {
    selector: 'pre[data-language="html"], pre[data-language="svg"]',
    load: async () => (await import('./offer-canvas.ts')).offerCanvas,
  });
};
export default register;
