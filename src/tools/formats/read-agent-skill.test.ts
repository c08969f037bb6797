// Agent Skills: what a folder becomes, what a model gets, and what is left out.
import { zipSync, strToU8 } from 'fflate';
import { expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';
import type { ToolDraft } from '../../core/tool-draft.ts';
import { readImport } from './read-import.ts';
import { bytesOf } from './import-limits.ts';
import { filesFrom } from './tools.test-support.ts';

const SKILL = `---
name: pdf-forms
description: Fills in PDF forms. Use it when someone has a form to fill in.
license: MIT
allowed-tools: Bash(pdftk:*) Read
---

# PDF forms

Read references/fields.md first. Then run scripts/fill.py.
`;

it('makes one tool of a folder: its texts are read on request, its scripts and pictures are named', async () => {
  const [draft] = await readImport(
    filesFrom({
      'pdf-forms/SKILL.md': SKILL,
      'pdf-forms/references/fields.md': '# Fields\nEach field has a name.',
      'pdf-forms/scripts/fill.py': 'print("fill")',
      'pdf-forms/scripts/run': '#!/bin/sh\necho',
      'pdf-forms/assets/logo.png': Uint8Array.of(0x89, 0x50, 0xff, 0),
    }),
  );
  expect(draft?.tools.map(({ fileName, files }) => [fileName, Object.keys(files)])).toEqual([
    ['pdf-forms.lua', ['SKILL.md', 'references/fields.md']],
  ]);
  expect(draft?.notes).toEqual([
    "Scripts of 'pdf-forms' can't run here and were left out: 'scripts/fill.py', 'scripts/run'.",
    "These files of 'pdf-forms' are not text and were left out: 'assets/logo.png'.",
  ]);
});

const trial = new ScriptTrial();

async function call({ source, files }: ToolDraft, args = {}): Promise<unknown> {
  const { result, message } = await trial.script(source, {
    args,
    answer: (operation, payload) => {
      const { path } = payload as { path: string };
      const text = files[path];
      if (operation !== 'fs.read' || text === undefined) throw new Error(`no ${path}`);
      return { json: 'null', bytes: bytesOf(text) };
    },
  });
  return result ?? message;
}

it('gives a model the instructions first, then a file', async () => {
  const [draft] = await readImport(
    filesFrom({
      'pdf-forms/SKILL.md': SKILL,
      'pdf-forms/references/fields.md': 'Each field has a name.',
      'pdf-forms/scripts/fill.py': 'print("fill")',
    }),
  );
  const tool = draft!.tools[0]!;
  expect(await call(tool)).toBe(
    '# PDF forms\n\nRead references/fields.md first. Then run scripts/fill.py.\n\n' +
      'Other files, through the parameter file: references/fields.md\n\n' +
      'Not available here, so work without them: scripts/fill.py',
  );
  expect(await call(tool, { file: 'references/fields.md' })).toBe('Each field has a name.');
});

it('reads many skills of an archive, also below hidden folders, and keeps their Lua tools', async () => {
  const bytes = zipSync({
    'kit/.claude/skills/one/SKILL.md': strToU8(
      '---\ndescription: One: with a colon\nname: one\n---\nDo one.',
    ),
    'kit/.claude/skills/one/deep/SKILL.md': strToU8('---\nname: deep\ndescription: Deep\n---\nDo deep.'),
    'kit/two/SKILL.md': strToU8('---\nname: Two words\ndescription: |\n  Two\n  lines\n---\nDo two.'),
    'kit/two/scripts/count.lua': strToU8(
      'tool = { description = "Counts" }\nfunction tool.execute() return 1 end\n',
    ),
    'kit/two/notes.lua': strToU8('return {}'),
    'kit/three/SKILL.md': strToU8('---\nname: three\n---\nDo three.'),
  });
  const [draft] = await readImport([{ path: 'kit.zip', bytes }]);
  expect(draft?.tools.map(({ fileName }) => fileName).sort()).toEqual([
    'Two_words.lua',
    'count.lua',
    'deep.lua',
    'notes.lua',
    'one.lua',
  ]);
  expect(draft?.tools.find(({ fileName }) => fileName === 'one.lua')?.source).toContain('One: with a colon');
  expect(draft?.notes).toContainEqual(expect.stringMatching(/three\/SKILL\.md .* it has no description/));
});

it.each([
  ['---\nname: x\n---\nBody', /it has no description/],
  ['---\nname: x\ndescription: y\n---\n\n', /there are no instructions/],
  ['# Just a text', /must begin with its name and description/],
])('refuses %j alone, and says what is missing', async (text, why) => {
  await expect(readImport(filesFrom({ 'x/SKILL.md': text }))).rejects.toThrow(why);
});

it('keeps a description inside its quotes, whatever it contains', async () => {
  const text = '---\nname: sly\ndescription: "\\"}\\n]] os.exit() --[["\n---\nBody';
  const [draft] = await readImport(filesFrom({ 'SKILL.md': text }));
  expect(await call(draft!.tools[0]!)).toBe('Body');
});
