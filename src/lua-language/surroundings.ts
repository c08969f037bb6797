// What completion and help know of a script besides its own text.
import type { ObjectSchema } from '../core/schema.ts';

export interface Surroundings {
  /** The other texts of the tool, by path. */
  files: Readonly<Record<string, string>>;
  /** Installed tools that a script may call. */
  tools: readonly { name: string; description: string; parameters: ObjectSchema }[];
  /** Keys of the tool's settings. */
  config: readonly string[];
}
