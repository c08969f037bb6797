// The base address of an OpenAPI document's operations.
import type { JsonObject } from '../../base/json.ts';

export interface Base {
  /** What the path is appended to. */
  url: string;
  /** Values that the tool then needs. */
  config: JsonObject;
}
