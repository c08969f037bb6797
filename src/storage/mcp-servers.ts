// Tool servers: their addresses and settings. Their tokens are in the vault; no secret is stored here.
import type { Database } from './database.ts';
import { RecordTable } from './record-table.ts';

export type McpServerTable = RecordTable<'mcp_servers'>;

export function mcpServerTable(db: Database): McpServerTable {
  return new RecordTable(db, 'mcp_servers', 'the server');
}
