// The features of this build: one for each folder of src/features. A folder that is removed takes its feature along, and
// nothing else. Loads when the first extension point is asked about.
import { Extensions, type Feature } from '../../core/extensions.ts';

const registers = import.meta.glob<Feature>('../../features/*/register.ts', {
  eager: true,
  import: 'default',
});

export const extensions = new Extensions(Object.values(registers));
