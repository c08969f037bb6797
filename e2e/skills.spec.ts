// Agent Skills: a dropped folder is reviewed, and becomes a tool that returns its instructions and files.
import { dropFolder } from './support/files.ts';
import { expect, test } from './support/test.ts';

const SKILL = `---
name: meeting-notes
description: Writes the minutes of a meeting. Use it for notes and transcripts.
---
Read references/form.md, then write the minutes.
`;

test('a skill is dropped, reviewed and called: first its instructions, then a file', async ({ app }) => {
  await dropFolder(app, [
    { path: 'skills/meeting-notes/SKILL.md', content: SKILL },
    { path: 'skills/meeting-notes/references/form.md', content: '# Form\nDate, people, decisions.' },
    { path: 'skills/meeting-notes/scripts/format.py', content: 'print(1)' },
  ]);
  const dialog = app.getByRole('dialog');
  await expect(dialog).toContainText('Writes the minutes of a meeting.');
  await expect(dialog).toContainText("can't run here and were left out: 'scripts/format.py'");
  await dialog.getByRole('button', { name: 'Install' }).click();
  await expect(dialog.getByRole('status')).toContainText('Installed 1 tool');
  const called = await app.evaluate(async () => {
    const { tools } = window.perilune;
    await tools.configure('meeting-notes', { policy: 'allow' });
    const [first, file] = [
      await tools.call('meeting-notes'),
      await tools.call('meeting-notes', { file: 'references/form.md' }),
    ];
    return [first.result, file.result];
  });
  expect(called[0]).toMatch(/^Read references\/form\.md[^]*work without them: scripts\/format\.py$/);
  expect(called[1]).toBe('# Form\nDate, people, decisions.');
});
