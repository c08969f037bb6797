// `window.perilune.connectors`: scripts that import documents. They are installed and removed like tools.
import type { PageApp } from './page-app.ts';
import type { AddProgress, AddReport, DocumentInput } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { ToolInfo } from '../core/tool.ts';

export interface ConnectorApi {
  /** Lists the connectors that can run. With `includeDisabled`, includes disabled ones. */
  list(options?: { includeDisabled?: boolean }): Promise<ToolInfo[]>;
  /**
   * Runs a connector and adds its documents to the library under the source `script:NAME`. With `dryRun`, adds nothing and
   * returns them as `items`. Rejects with the error code of the connector.
   */
  scan(name: string, options?: ScanOptions): Promise<ScanReport>;
}

export interface ScanOptions {
  /** Argument of the script's `scan(config)`; overrides the connector's own config. */
  config?: JsonObject;
  dryRun?: boolean;
  onProgress?(progress: AddProgress): void;
  signal?: AbortSignal;
}

export interface ScanReport extends AddReport {
  /** The scanned items; invalid ones are in `skipped`. */
  items: DocumentInput[];
  /** Number of new, replaced and unchanged documents. In a dry run, what they would be. */
  added: number;
  changed: number;
  unchanged: number;
}

export function connectorApi(opening: Promise<Pick<PageApp, 'tools' | 'scan'>>): ConnectorApi {
  return Object.freeze<ConnectorApi>({
    async list(options) {
      const { tools } = await opening;
      const all = tools.list({ connectors: true, includeDisabled: options?.includeDisabled === true });
      return structuredClone(all.filter(({ kind }) => kind === 'connector'));
    },
    async scan(name, options = {}) {
      const { config, dryRun, onProgress, signal } = options;
      if (config !== undefined && (typeof config !== 'object' || config === null)) {
        throw new Failure('bad_request', 'config must be an object');
      }
      const { scan } = await opening;
      return structuredClone(
        await scan(String(name), {
          config,
          dryRun: dryRun === true,
          onProgress,
          signal,
          caller: { kind: 'page' },
        }),
      );
    },
  });
}
