// Code colours: blocks of code in answers and documents, coloured by their language.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('codeColours', { load: async () => (await import('./read-code.ts')).readCode });
};
export default register;
