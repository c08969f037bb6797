// `npm start`: installs what is missing, builds, and serves the production app. `--built` serves the last build.
import './ensure-installed.mjs';
import { fileURLToPath } from 'node:url';
import { buildProgram } from './build-program.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const port = Number(process.env.PORT || 4173);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  console.error(`PORT must be a number from 1 to 65535, not "${process.env.PORT}".`);
  process.exit(1);
}

const { build, preview } = await import('vite');
if (!process.argv.includes('--built')) {
  console.log('Building the app (about a minute) …');
  await build({ logLevel: 'warn' });
  await buildProgram();
}
/** On one machine, packing each file costs more than it saves: the journeys open the app hundreds of times. */
const unpacked = {
  name: 'perilune:unpacked',
  configurePreviewServer: ({ middlewares }) =>
    void middlewares.use((request, _, next) => {
      delete request.headers['accept-encoding'];
      next();
    }),
};
try {
  const server = await preview({
    preview: { port, strictPort: true, host: '127.0.0.1' },
    logLevel: 'warn',
    plugins: process.env.SERVE_UNPACKED ? [unpacked] : [],
  });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => void server.close().then(() => process.exit(0)));
  }
  console.log(`\n  Perilune is ready: http://localhost:${port}\n  Press Ctrl+C to stop.\n`);
} catch (error) {
  console.error(
    /in use/.test(String(error))
      ? `Port ${port} is taken. Choose another one: PORT=8080 npm start`
      : `Could not serve the app: ${error instanceof Error ? error.message : error}`,
  );
  process.exit(1);
}
