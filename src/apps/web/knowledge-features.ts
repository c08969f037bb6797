// The features of this build in the knowledge worker: the `register.worker.ts` of each folder of src/features.
import { Extensions, type Feature } from '../../core/extensions.ts';

const registers = import.meta.glob<Feature>('../../features/*/register.worker.ts', {
  eager: true,
  import: 'default',
});

export const extensions = new Extensions(Object.values(registers));
