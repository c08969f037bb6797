// Canvas: pages, drawings and small apps that an answer holds as HTML or SVG, run beside their source in a frame that reaches
// nothing.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('textPart', {
    selector: 'pre[data-language="html"], pre[data-language="svg"]',
    load: async () => (await import('./offer-canvas.ts')).offerCanvas,
  });
};
export default register;
