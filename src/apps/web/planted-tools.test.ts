// Tools planted by a stranger's backup: whatever their records hold, the list of tools opens completely, and the
// user's own tools can still be saved, listed and exported.
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BUNDLE_IDS } from '../../core/bundle.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { limitsOf, type Tool } from '../../core/tool.ts';
import { BackupWriter } from '../../storage/backup/backup-file.ts';
import { fakeIndex, opened, tool } from '../../storage/backup/backup.test-support.ts';
import { restoreBackup } from '../../storage/backup/restore-backup.ts';
import { EXPORT_FORMATS, writeExport } from '../../tools/formats/write-export.ts';
import { storedPages } from '../../tools/stored-pages.test-support.ts';
import { script } from '../../tools/stand-in-runner.test-support.ts';

const AT = '2026-05-01T10:00:00.000Z';
const openPage = storedPages('planted');

async function fileOf(records: unknown[]) {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const writer = await BackupWriter.start(
    { app: '1.0.0', createdAt: AT },
    (bytes) => void pieces.push(bytes),
  );
  await writer.add('tools', records);
  await writer.end();
  return opened(new Blob(pieces));
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, 0, -1, 1e308, '', 'bank', true, [], {}, [null], [7], [['bank']]),
  fc.constantFrom<unknown>(JSON.parse('{"__proto__":{"policy":"allow"}}'), { constructor: 1 }, '\u202e'),
  fc.json().map((text): unknown => JSON.parse(text)),
);

/** One field of a record, at any depth, replaced by another value. */
const changed = fc.record({
  field: fc.constantFrom(
    ...[
      'name',
      'slug',
      'kind',
      'source',
      'files',
      'tags',
      'problem',
      'enabled',
      'policy',
      'config',
      'limits',
    ],
    ...['llmCallable', 'maxCallsPerMinute', 'draft', 'from', 'nameSince', 'approved', 'origin', 'folder'],
    ...[
      'spec',
      'spec.name',
      'spec.version',
      'spec.description',
      'spec.parameters',
      'spec.returns',
      'spec.kind',
    ],
    ...['spec.timeout', 'spec.limits', 'spec.limits.memory', 'spec.approve', 'spec.hosts', 'spec.tags'],
    ...['spec.parameters.properties', 'spec.parameters.required', 'files.../x', 'files.__proto__'],
  ),
  value: odd,
});

function withField(record: Tool, path: string, value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(record)) as Record<string, unknown>;
  const [first = '', ...rest] = path.split('.');
  // If an earlier change replaced the object by a primitive, leave it.
  const set = (target: unknown, name: string): void => {
    if (typeof target !== 'object' || target === null) return;
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  };
  const inner = copy[first] as Record<string, unknown> | null;
  if (rest.length === 0) set(copy, first);
  else if (first === 'spec' && rest.length === 2) set(inner?.[rest[0]!], rest[1]!);
  else set(inner, rest.join('.'));
  return copy;
}

it('keeps the list of tools complete and the user’s own tools usable, whatever a planted record holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('bank', 'evil'),
      fc.array(changed, { minLength: 1, maxLength: 3 }),
      async (name, changes) => {
        const page = await openPage();
        const source = script({ name: 'bank', version: '1' });
        const own = await page.registry.install(source, { config: { key: '${BANK_KEY}' } });
        let record: unknown = tool(name, { bundle: 'theirs', source: script({ name, version: '1' }) });
        for (const { field, value } of changes) record = withField(record as Tool, field, value);
        const bundle = { id: 'theirs', slug: 'theirs', displayName: 'T', description: '', enabled: true };
        const lines = [
          { bundle: { ...bundle, origin: 'imported', createdAt: AT, modifiedAt: AT } },
          { tool: record },
          { removed: { id: 'r', tool: record, removedAt: AT } },
        ];
        await restoreBackup(page.storage.database, await fileOf(lines), { index: fakeIndex }).catch(
          (error: unknown) => expect(error).toHaveProperty('code', 'bad_request'),
        );

        const { registry } = await page.again();
        expect(registry.problems).toEqual([]);
        expect(await registry.removed()).toBeDefined();
        expect(registry.get('bank')).toEqual(own);
        for (const { name: listed } of registry.list({ includeDisabled: true })) {
          const found = registry.get(listed)!;
          const limits = limitsOf(found);
          expect(limits.memory).toBeLessThanOrEqual(DEFAULT_LIMITS.memory);
          expect(limits.hostCalls).toBeLessThanOrEqual(DEFAULT_LIMITS.hostCalls);
          for (const format of EXPORT_FORMATS) {
            const { bundle: inside } = found;
            await writeExport(format, registry.bundle(inside)!, [found]).catch((error: unknown) =>
              expect(error).toHaveProperty('code'),
            );
          }
        }
        await registry.install(script({ name: 'bank', version: '2' }));
        expect(registry.get('bank')).toMatchObject({ bundle: BUNDLE_IDS.mine, folder: own.folder });
      },
    ),
    { numRuns: 200 },
  );
});
