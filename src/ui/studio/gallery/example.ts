// A bundled example, as the build writes it to `examples.json`.
export interface Example {
  name: string;
  description: string;
  tags: string[];
  /** The host and tool calls it makes: `http.get`, `tools.calculator`. */
  calls: string[];
  /** It is a bundled tool, installed unless the user removed it. */
  bundled: boolean;
  source: string;
  /** Cases and required modules, by path; a tool with cases has `cases.json`. */
  files: Record<string, string>;
}
