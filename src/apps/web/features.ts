// The features of this build: one per folder of src/features. Deleting a folder removes its feature and nothing else.
// Loads when the first extension point is read.
import { Extensions, type Feature } from '../../core/extensions.ts';

const registers = import.meta.glob<Feature>('../../features/*/register.ts', {
  eager: true,
  import: 'default',
});

export const extensions = new Extensions(Object.values(registers));
