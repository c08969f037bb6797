// The GitHub workflows parse, run existing commands, take only the permissions they need, and publish the changelog's
// release notes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { releaseNotes } from './release-notes.mjs';

interface Step {
  uses?: string;
  run?: string;
}
interface Workflow {
  name: string;
  on: unknown;
  permissions: Record<string, string>;
  jobs: Record<
    string,
    {
      'runs-on': string;
      'timeout-minutes': number;
      needs?: string;
      steps: Step[];
      strategy?: { matrix: { shard: number[] } };
    }
  >;
}

const root = new URL('../', import.meta.url);
const folder = new URL('.github/workflows/', root);
const files = readdirSync(folder);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: Record<string, string>;
};

it('exist for tests, pages and releases', () => {
  expect(files.sort()).toEqual(['ci.yml', 'pages.yml', 'release.yml']);
});

describe.each(files)('%s', (file) => {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const workflow = parse(text, { strict: true, uniqueKeys: true }) as Workflow;
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);

  it('has a name, a trigger, read-only permissions by default, and a time limit for each job', () => {
    expect(workflow.name).not.toBe('');
    expect(workflow.on).toBeTruthy();
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [, job] of jobs) {
      expect(job['runs-on']).toBe('ubuntu-latest');
      expect(job['timeout-minutes']).toBeGreaterThan(0);
      if (job.needs) expect(Object.keys(workflow.jobs)).toContain(job.needs);
    }
  });

  it("uses only GitHub's own actions, each at a major version", () => {
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
  });

  it('runs only existing package.json scripts and files', () => {
    for (const { run = '' } of steps) {
      for (const [, name = ''] of run.matchAll(/npm run (\w+)/g))
        expect(Object.keys(scripts)).toContain(name);
      for (const [, path = ''] of run.matchAll(/node (scripts\/[\w.-]+)/g))
        expect(existsSync(new URL(path, root)), path).toBe(true);
    }
  });

  it('runs as many shards as it divides the tests into', () => {
    for (const [, job] of jobs) {
      const shard = job.steps.find(({ run }) => run?.includes('--shard='))?.run;
      if (shard === undefined) continue;
      const [, count] = /\/(\d+)$/.exec(shard) ?? [];
      expect(job.strategy?.matrix.shard).toEqual(
        Array.from({ length: Number(count) }, (_, index) => index + 1),
      );
    }
  });
});

describe('the release notes', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n- later\n\n## [1.2.0] - 2026-01-31\n\n### Added\n\n- this\n\n## [1.1.0]\n\n- old\n';

  it("are the changelog's section for the tag", () => {
    expect(releaseNotes('v1.2.0', '1.2.0', changelog)).toBe('### Added\n\n- this');
  });

  it.each([
    ['1.2.0', '1.2.0', 'must be v and a version'],
    ['v1.2.0', '1.1.0', 'package.json says 1.1.0'],
    ['v1.3.0', '1.3.0', 'no entries under "## [1.3.0]"'],
  ])('are refused for the tag %s of package version %s', (tag, version, message) => {
    expect(() => releaseNotes(tag, version, changelog)).toThrow(message);
  });

  it('exist for the version of package.json', () => {
    const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
      version: string;
    };
    const text = readFileSync(new URL('CHANGELOG.md', root), 'utf8');
    expect(releaseNotes(`v${version}`, version, text)).not.toBe('');
  });
});
