// What completion and help know besides a script's own text.
import type { ObjectSchema } from '../core/schema.ts';

export interface Surroundings {
  /** The other files of the tool, by path. */
  files: Readonly<Record<string, string>>;
  /** Installed tools that a script can call. */
  tools: readonly { name: string; description: string; parameters: ObjectSchema }[];
  /** Keys of the tool's settings. */
  config: readonly string[];
}
