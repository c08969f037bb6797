// Servers of tools: where they are and how they are reached. Their tokens are in the vault, and no secret is kept here.
import type { Database } from './database.ts';
import { RecordTable } from './record-table.ts';

export type McpServerTable = RecordTable<'mcp_servers'>;

export function mcpServerTable(db: Database): McpServerTable {
  return new RecordTable(db, 'mcp_servers', 'the server');
}
