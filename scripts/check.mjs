// The static checks: types for every environment, lint, format. `npm run check` runs them alone.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const bin = (name) => `node_modules/${name}`;
/**
 * Longest first: two run at a time, so no long one runs alone at the end. TypeScript's native compiler checks types in
 * a fifth of the CPU time. ESLint and Svelte's tools need the API of the version before it.
 */
const CHECKS = [
  { name: 'lint: components', args: [bin('eslint/bin/eslint.js'), '.', '--max-warnings=0'] },
  {
    name: 'types: page',
    args: [
      bin('svelte-check/bin/svelte-check'),
      '--tsgo',
      '--tsconfig',
      'tsconfig.json',
      '--fail-on-warnings',
    ],
  },
  {
    name: 'format',
    // Unchanged files that passed before are skipped; the cache is cleared when packages are installed.
    args: [
      bin('prettier/bin/prettier.cjs'),
      '--check',
      '--log-level=warn',
      '--cache',
      '--cache-strategy=content',
      '.',
    ],
  },
  { name: 'lint: all other files', args: [bin('oxlint/bin/oxlint'), '--deny-warnings', '--silent'] },
  { name: 'types: Node', args: [bin('@typescript/native/bin/tsc'), '-p', 'tsconfig.node.json'] },
  { name: 'types: workers', args: [bin('@typescript/native/bin/tsc'), '-p', 'tsconfig.worker.json'] },
  {
    name: 'types: pure code (no DOM)',
    args: [bin('@typescript/native/bin/tsc'), '-p', 'tsconfig.pure.json'],
  },
];

/**
 * Runs every check, two at a time, and prints the output of the failed ones.
 * @param {{ name: string, args: string[] }[]} [before] run first, in parallel with the longest check
 */
export async function runChecks(before = []) {
  const queue = [...before, ...CHECKS];
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const worker = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const { status, output } = await run(check.args);
      console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${check.name}`);
      if (status !== 0) console.log(output);
      counts[status === 0 ? 'passed' : 'failed'] += 1;
      if (status !== 0) counts.failures.push(check.name);
    }
  };
  await Promise.all([worker(), worker()]);
  return counts;
}

function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('close', (status) => resolve({ status, output }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await runChecks();
  process.exitCode = failed > 0 ? 1 : 0;
}
