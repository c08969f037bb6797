// The frame's static page: its policy must match its script.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../../public/sandbox.html', import.meta.url), 'utf8');
const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(page)?.[1] ?? '';

it('allows exactly the script it carries', () => {
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
  expect(scripts).toHaveLength(1);
  const hash = createHash('sha256')
    .update(scripts[0] ?? '')
    .digest('base64');
  expect(policy).toContain(`'sha256-${hash}'`);
});

it('allows no network, no other document, and only its own script and workers', () => {
  const directives = Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part]));
  expect(directives['default-src']).toBe("default-src 'none'");
  expect(directives['worker-src']).toBe('worker-src blob:');
  expect(directives['script-src']).toMatch(/^script-src 'sha256-[^']+' 'unsafe-eval'$/);
  expect(Object.keys(directives)).toHaveLength(3);
});
