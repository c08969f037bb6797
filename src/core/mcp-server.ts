// A server of tools that speaks the Model Context Protocol over Streamable HTTP: where it is and how it is reached. Tokens and
// headers with secrets are in the vault, named here and never kept.

export interface McpServer {
  /** UUIDv7. */
  id: string;
  /** What its tools and scripts call it: `mcp.NAME.TOOL{…}`. Letters, digits and `_`, at most 24. Unique. */
  name: string;
  /** `https://…`, or `http://` on this device or in its network. */
  url: string;
  enabled: boolean;
  /** How it is told who asks. */
  auth: 'none' | 'bearer' | 'headers' | 'oauth';
  /** Names of headers whose values the vault holds. */
  headers?: string[];
  /** What it said of itself when it was last reached. */
  seen?: { title: string; version: string; protocol: string; instructions?: string; at: string };
  /** ISO 8601. */
  createdAt: string;
}
