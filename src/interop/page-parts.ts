// The parts of the page API that no first screen needs: they load when a script first calls one of them.
import { bundleApi } from './bundle-api.ts';
import { connectorApi } from './connector-api.ts';
import type { PageApp } from './page-api.ts';
import { runApi } from './run-api.ts';
import { secretApi } from './secret-api.ts';
import { toolApi } from './tool-api.ts';

export function pageParts(opening: Promise<PageApp>) {
  return {
    tools: toolApi(opening),
    bundles: bundleApi(opening),
    runs: runApi(opening),
    connectors: connectorApi(opening),
    secrets: secretApi(opening),
  };
}
