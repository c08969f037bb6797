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
  await build({ logLevel: 'warn' });
  await buildProgram();
}
try {
  const server = await preview({ preview: { port, strictPort: true, host: '127.0.0.1' }, logLevel: 'warn' });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => void server.close().then(() => process.exit(0)));
  }
  console.log(`\n  Perilune is ready: http://localhost:${port}\n  Press Ctrl+C to stop.\n`);
} catch (error) {
  console.error(
    /in use/.test(String(error))
      ? `Port ${port} is taken. Choose another one: PORT=8080 npm start`
      : `The app could not be served: ${error instanceof Error ? error.message : error}`,
  );
  process.exit(1);
}
