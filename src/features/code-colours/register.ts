// Code colours: colours code blocks in answers and documents by language.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('textPart', {
    selector: 'pre[data-language]',
    async load() {
      const [{ colourCode }, { readCode }] = await Promise.all([
        import('./colour-code.ts'),
        import('./read-code.ts'),
      ]);
      return (place) => colourCode(place, readCode);
    },
  });
};
export default register;
