// The package as users get it: packed, installed without a registry in an empty folder, and used.
import { execFile, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'perilune-package-')));
/** The folder it is installed in. */
const site = join(folder, 'site');
const installed = join(site, 'node_modules/perilune');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const npm = (args: string[], cwd: string) =>
  run('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd });
const node = (code: string, cwd = site) =>
  run(process.execPath, ['--input-type=module', '--eval', code], { cwd });

function write(path: string, text: string): void {
  mkdirSync(dirname(join(site, path)), { recursive: true });
  writeFileSync(join(site, path), text);
}

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main></html>\n`;

beforeAll(async () => {
  const built = join(folder, 'package');
  await run(process.execPath, [join(root, 'scripts/build-package.mjs'), built]);
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  await npm(['pack', '--pack-destination', packed], built);
  write('package.json', '{ "name": "a-site", "private": true, "type": "module" }\n');
  await npm(['install', join(packed, readdirSync(packed)[0]!)], site);
  // Builds the app if its last build is outdated.
}, 600_000);

it('has no dependencies', () => {
  expect(readdirSync(join(site, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'perilune',
  ]);
  const {
    dependencies,
    scripts,
    private: isPrivate,
  } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect([dependencies, scripts, isPrivate]).toEqual([undefined, undefined, undefined]);
});

it('contains every file it exports', async () => {
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    exports: Record<string, string | Record<string, string>>;
  };
  const files = Object.values(exports)
    .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
    .filter((path) => !path.includes('*'));
  for (const file of files)
    expect([file, readFileSync(join(installed, file)).length > 0]).toEqual([file, true]);
});

it('can be imported on a server without side effects', async () => {
  const code = `
    const before = Object.keys(globalThis).length;
    const { PeriluneChat } = await import('perilune');
    console.log(typeof PeriluneChat, Object.keys(globalThis).length - before);`;
  expect((await node(code)).stdout).toBe('function 0\n');
});

it('builds an index with its command, searches it with its reader, and includes Lua tools', async () => {
  write('out/index.html', page('Lights', 'All lanterns and lamps of the house.'));
  write('out/oil.html', page('Oil', 'Which oil a lantern burns.'));
  write('out/wick.html', page('Wick', 'Trim the wick.'));
  write(
    'tools/dim.lua',
    'tool = { name = "dim", description = "Dims" }\nfunction tool.execute() return 1 end\n',
  );
  const { stdout, stderr } = await run(
    process.execPath,
    ['node_modules/.bin/perilune', 'build', 'out', '--tools', 'tools', '--json'],
    { cwd: site },
  );
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ pages: 3, written: expect.any(Number) });
  expect(readdirSync(join(site, 'out/perilune'))).toEqual(
    expect.arrayContaining(['perilune-chat.js', 'perilune.json']),
  );
  const code = `
    import { createServer } from 'node:http';
    import { readFileSync } from 'node:fs';
    import { openPackAt } from 'perilune/pack';
    const server = createServer((request, response) => response.end(readFileSync('out' + request.url)));
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    const pack = await openPackAt('http://127.0.0.1:' + server.address().port + '/perilune/');
    const { hits } = await pack.search('oil lantern');
    console.log(hits[0].title, pack.info.tools.length);
    server.close();
    server.closeAllConnections();`;
  expect((await node(code)).stdout).toBe('Oil 1\n');
});

/** Starts a serving command of the package. @returns the first address it prints, and a function that stops it */
async function serving(args: string[]): Promise<{ address: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [join(installed, 'bin/perilune.mjs'), ...args], {
    cwd: site,
    env: { ...process.env, XDG_CACHE_HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let out = '';
  const address = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error(`it ended: ${out}`)));
    child.stdout.on('data', (data) => {
      out += String(data);
      const [found] = /http:\/\/[\w.]+:\d+/.exec(out) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    address,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

it('serves the app without a command, with the headers its build requires', async () => {
  const app = await serving(['--port', '0']);
  const page = await fetch(app.address);
  const html = await page.text();
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining('frame-ancestors'),
  ]);
  const [, script = ''] = /<script[^>]* src="\.\/([^"]+)"/.exec(html) ?? [];
  const loaded = await fetch(`${app.address}/${script}`);
  expect([loaded.status, loaded.headers.get('content-type')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ]);
  expect((await fetch(`${app.address}/..%2f..%2fpackage.json`)).status).toBe(404);
  await app.stop();
});

it('serves the tools of a folder', async () => {
  write(
    'served/dim.lua',
    'tool = { name = "dim", description = "Dims" }\nfunction tool.execute() return 1 end\n',
  );
  const server = await serving(['serve', 'served', '--port', '0', '--token', 'a-token-for-tests']);
  const answer = await fetch(`${server.address}/tools/dim`, {
    method: 'POST',
    headers: { authorization: 'Bearer a-token-for-tests' },
  });
  expect([answer.status, await answer.json()]).toEqual([200, { result: 1 }]);
  await server.stop();
});

/** A dependency that Vite users already have. */
function link(name: string): void {
  const path = join(site, 'node_modules', name);
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), path);
}

it('builds with Vite, also bundled, and serves the last index in development', async () => {
  link('vite');
  write(
    'index.html',
    page('Home', 'Of tides.').replace('</main>', '</main><script type="module" src="/main.js"></script>'),
  );
  write('moons.html', page('Moons', 'Of moons and months.'));
  write('main.js', "import { PeriluneChat } from 'perilune';\nconsole.log(PeriluneChat);\n");
  write(
    'vite.config.js',
    `import { perilune } from 'perilune/vite';
    export default {
      base: '/docs/',
      appType: 'mpa',
      build: { rollupOptions: { input: ['index.html', 'moons.html'] } },
      plugins: [perilune({ filters: { part: { 'moons.html': 'Sky' } } })],
    };`,
  );
  const code = `
    import { build, createServer } from 'vite';
    const server = await createServer({ logLevel: 'silent', server: { port: 0, host: '127.0.0.1' } });
    await server.listen();
    const ask = async (path) => {
      const response = await fetch('http://127.0.0.1:' + server.httpServer.address().port + '/docs/perilune/' + path);
      await response.arrayBuffer();
      return [response.status, response.headers.get('content-type')?.split(';')[0]];
    };
    const before = [await ask('perilune-chat.js'), await ask('perilune.json'), await ask('..%2fvite.config.js')];
    await build({ logLevel: 'silent' });
    console.log(JSON.stringify([...before, await ask('perilune.json')]));
    await server.close();
    process.exit();`;
  expect(JSON.parse((await node(code)).stdout)).toEqual(
    [
      [200, 'text/javascript'],
      [404, undefined],
      [404, undefined],
      [200, 'application/json'],
    ].map(([status, type]) => [status, type ?? null]),
  );
  const built = readdirSync(join(site, 'dist/perilune'));
  expect(built).toEqual(expect.arrayContaining(['perilune-chat.js', 'perilune.json', 'terms']));
  // In the bundle, its parts still load lazily.
  expect(readdirSync(join(site, 'dist/assets')).filter((name) => name.startsWith('window-'))).toHaveLength(1);
});

it('has types that resolve for Node and for bundlers', () => {
  link('@types/node');
  link('vite');
  write(
    'uses.ts',
    `import { PeriluneChat, type HostTool, type SiteHit, type WidgetEvents } from 'perilune';
    import { perilune as forAstro } from 'perilune/astro';
    import { buildSite } from 'perilune/build';
    import { openPackAt } from 'perilune/pack';
    import { perilune } from 'perilune/vite';
    import type { Plugin } from 'vite';

    const chat: PeriluneChat = document.createElement('perilune-chat');
    chat.addEventListener('perilune:select', (event) => {
      event.detail.url.toUpperCase();
      // @ts-expect-error -- it is a text
      event.detail.url.toFixed();
    });
    const tool: HostTool = { name: 'n', description: 'd', execute: ({ x }) => x };
    const chosen: keyof WidgetEvents = 'perilune:results';
    export const first = async (): Promise<SiteHit | undefined> => {
      await chat.open();
      const pack = await openPackAt('/perilune/');
      return (await pack.search('moon', { limit: 3 })).hits[0] ?? (await chat.search('moon')).hits[0];
    };
    // @ts-expect-error -- no search is for a number
    export const wrong = chat.search(1);
    export const plugin: Plugin = perilune({ base: '/docs/', cleanUrls: true, script: false });
    // @ts-expect-error -- there is no such option
    export const misspelt = perilune({ bass: '/' });
    export const integration = forAstro({ name: 'Site' }).hooks['astro:build:done'];
    export const pages: Promise<number> = buildSite('dist').then(({ pages }) => pages);
    export { chosen, tool };`,
  );
  const program = ts.createProgram({
    rootNames: [join(site, 'uses.ts')],
    options: {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: ['node'],
      strict: true,
      noEmit: true,
    },
  });
  const ours = program
    .getSourceFiles()
    .filter(({ fileName }) => /\/site\/(?:uses\.ts$|node_modules\/perilune\/)/.test(fileName));
  expect(ours.length).toBeGreaterThan(10);
  const found = ours.flatMap((source) => [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ]);
  expect(
    found.map(({ file, messageText }) => [
      file?.fileName,
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    ]),
  ).toEqual([]);
  const forBundlers = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
  for (const name of ['perilune', 'perilune/astro', 'perilune/build', 'perilune/pack', 'perilune/vite']) {
    const { resolvedModule } = ts.resolveModuleName(name, join(site, 'uses.ts'), forBundlers, ts.sys);
    expect([name, resolvedModule?.extension]).toEqual([name, '.d.ts']);
  }
});
