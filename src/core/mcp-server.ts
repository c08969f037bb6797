// A tool server with the Model Context Protocol over Streamable HTTP: its address and authentication. Tokens and
// secret headers are in the vault; this record holds only their names.
import type { AppReach } from './mcp-app.ts';

export interface McpServer {
  /** UUIDv7. */
  id: string;
  /** Name in its tools and in scripts: `mcp.NAME.TOOL{…}`. Letters, digits and `_`, at most 24. Unique. */
  name: string;
  /** `https://…`, or `http://` on this device or in its network. */
  url: string;
  enabled: boolean;
  /** How requests are authenticated. */
  auth: 'none' | 'bearer' | 'headers' | 'oauth';
  /** Names of headers whose values the vault holds. */
  headers?: string[];
  /** What the server reported when it was last reached. */
  seen?: { title: string; version: string; protocol: string; instructions?: string; at: string };
  /** What its apps may reach, by `ui://` address. */
  appReach?: Record<string, AppReach>;
  /** ISO 8601. */
  createdAt: string;
}
