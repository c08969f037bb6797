// Vite plugin: `models/`, the embedding model served by the app itself, so semantic search needs no model hub. Built
// once and cached (scripts/model); the app downloads it on first use.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import type { Plugin } from 'vite';
import { makeEmbeddingModel, MODEL } from '../model/embedding-model.ts';

const FOLDER = `models/${MODEL}/`;

export function embeddingModel(): Plugin {
  return {
    name: 'perilune:embedding-model',
    generateBundle() {
      for (const [name, path] of Object.entries(makeEmbeddingModel())) {
        this.emitFile({ type: 'asset', fileName: FOLDER + name, source: readFileSync(path) });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (!pathname.startsWith(`/${FOLDER}`)) return next();
        const path = makeEmbeddingModel()[pathname.slice(FOLDER.length + 1)];
        // A missing file of the model must not be answered with the page.
        if (path === undefined) {
          response.statusCode = 404;
          return void response.end();
        }
        response.setHeader('content-length', statSync(path).size);
        response.setHeader(
          'content-type',
          path.endsWith('.json') ? 'application/json' : 'application/octet-stream',
        );
        createReadStream(path).pipe(response);
      });
    },
  };
}
