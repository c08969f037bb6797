// The base address of an OpenAPI document's operations.
import type { JsonObject } from '../../base/json.ts';

export interface Base {
  /** The path is appended to it. */
  url: string;
  /** Config values that the tool then needs. */
  config: JsonObject;
}
