// Markup that generators of documentation add to Markdown.
import { expect, test } from 'vitest';
import { piecesOf } from '../../search/answer/structure.ts';
import { plainMarkdown } from './markdown-dialects.ts';

test('leaves ordinary Markdown as it is', () => {
  const text =
    '# Kiln\n\n> Quote\n\n- one\n\n    code\n\n!!! warning\n\nWow!!!\n\nTitle\n===\n\n```\n:::note\n```';
  expect(plainMarkdown(text)).toBe(text);
});

test('puts the content of tabs below their labels', () => {
  const tabs =
    'Fire it:\n\n=== "Linux"\n\n    Run it:\n\n    ```sh\n    kiln fire\n\n    kiln cool\n    ```\n\n=== "Windows"\n\n    Click **Fire**.\n\nThen wait.';
  expect(plainMarkdown(tabs)).toBe(
    'Fire it:\n\n**Linux**\n\nRun it:\n\n```sh\nkiln fire\n\nkiln cool\n```\n\n**Windows**\n\nClick **Fire**.\n\n<!-- /tabs -->\n\nThen wait.',
  );
  expect(plainMarkdown('<Tabs>\n<TabItem value="a" label="npm">\n\nnpm i\n\n</TabItem>')).toBe(
    '**npm**\n\nnpm i\n',
  );
  expect(plainMarkdown('{{< tabs >}}\n{{< tab name="Zsh" >}}\nA\n{{< /tab >}}')).toBe('**Zsh**\n\nA\n');
});

test('reads notes with their label', () => {
  expect(plainMarkdown('!!! note\n\n    It is hot.\n\n    Wait.\n\nNext.')).toBe(
    '**Note:** It is hot.\n\nWait.\n\nNext.',
  );
  expect(plainMarkdown('??? tip "In a hurry"\n    Use a fan.')).toBe('**In a hurry:** Use a fan.\n');
  expect(plainMarkdown(':::warning\n\nIt is hot.\n\n:::')).toBe('**Warning:** It is hot.\n');
  expect(plainMarkdown('::: tip Gloves\nWear them.\n:::')).toBe('**Gloves:** Wear them.\n');
  expect(plainMarkdown('/// tip | Gloves\n\nWear them.\n\n///\n\n{* ../fire.py *}\n\nNext.')).toBe(
    '**Gloves:** Wear them.\n\nNext.',
  );
  expect(plainMarkdown('> [!NOTE]\n> It is hot.\n> Wait.')).toBe('> **Note:** It is hot.\n> Wait.');
});

test('gives no heading to what follows a note or tabs', () => {
  expect(plainMarkdown(':::tip[New in 2.0]\n\n- Faster\n\n:::\n\nFires all.')).toBe(
    '_New in 2.0:_\n\n- Faster\n\nFires all.',
  );
  expect(plainMarkdown(':::note[New in 2.0]\n:::\n\nFires all.')).toBe('_New in 2.0_\n\nFires all.');
  expect(plainMarkdown('::: code-group\n\n```sh [npm]\nnpm i\n```\n\n:::\n\nThen wait.')).toBe(
    '```sh [npm]\nnpm i\n```\n\nThen wait.',
  );
  const pieces = piecesOf(plainMarkdown('=== "Linux"\n\n    Run it.\n\nThen wait.'), true);
  expect(pieces).toMatchObject([{ kind: 'term', until: 20 }, { kind: 'paragraph' }, { kind: 'paragraph' }]);
});

test('reads notes within tabs and lists at their place', () => {
  expect(plainMarkdown('=== "A"\n\n    !!! note\n\n        Hot.')).toBe('**A**\n\n**Note:** Hot.\n');
  expect(plainMarkdown('1. Fire.\n\n    !!! note\n        Hot.\n\n2. Cool.')).toBe(
    '1. Fire.\n\n    **Note:** Hot.\n\n2. Cool.',
  );
});

test('leaves out tags, attributes and imports without a text', () => {
  expect(plainMarkdown('import Tabs from "@theme/Tabs";\n\n## Use {#use}\n\nText.\n{: .wide }')).toBe(
    '## Use\n\nText.\n',
  );
  expect(plainMarkdown('{{% note %}}\nSee [it]({{< relref "basics" >}}).\n{{% /note %}}')).toBe(
    'See [it](basics).\n',
  );
});

test.each([
  ['containers that nothing closes', ':::note\n'.repeat(20_000)],
  ['marks of several lengths', ':::note\n:::: tip\n:::::\n'.repeat(10_000)],
  ['tabs apart', '=== "A"\n    x\n\ntext\n\n'.repeat(20_000)],
  ['blanks after a heading', `# ${' '.repeat(300_000)}x`],
  ['blanks after a container', `:::note\n# {#a}\n:::tip ${' '.repeat(300_000)}${'x'.repeat(200)}`],
  ['braces', `# ${'{#'.repeat(200_000)}`],
])('reads %s in linear time', { timeout: 20_000 }, (_, body) => {
  expect(plainMarkdown(body).length).toBeLessThanOrEqual(body.length * 2);
});
