// The parts of the page API that the first screen does not need; they load when a script first calls one of them.
import { backupApi } from './backup-api.ts';
import { bundleApi } from './bundle-api.ts';
import { collectionApi } from './collection-api.ts';
import { connectorApi } from './connector-api.ts';
import { feedApi } from './feed-api.ts';
import { embeddingApi } from './embedding-api.ts';
import type { PageApp } from './page-app.ts';
import { profileApi } from './profile-api.ts';
import { remoteApi } from './remote-api.ts';
import { runApi } from './run-api.ts';
import { secretApi } from './secret-api.ts';
import { serverApi } from './server-api.ts';
import { storageApi } from './storage-api.ts';
import { toolApi } from './tool-api.ts';

export function pageParts(opening: Promise<PageApp>) {
  return {
    tools: toolApi(opening),
    bundles: bundleApi(opening),
    runs: runApi(opening),
    connectors: connectorApi(opening),
    feeds: feedApi(opening),
    profiles: profileApi(opening),
    remotes: remoteApi(opening),
    collections: collectionApi(opening),
    embeddings: embeddingApi(opening),
    secrets: secretApi(opening),
    servers: serverApi(opening),
    storage: storageApi(opening),
    backup: backupApi(opening),
  };
}
