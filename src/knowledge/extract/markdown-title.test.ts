// The title of a Markdown document.
import { expect, test } from 'vitest';
import { extractMarkdown } from './markdown.ts';

const titleOf = (text: string): string | undefined => extractMarkdown(text).title;

test('is the first main heading, without the badges after it', () => {
  expect(titleOf('# Glasswork [![v](https://a.example/b.svg)](https://a.example)\n\nText.\n\n# More')).toBe(
    'Glasswork',
  );
  expect(titleOf('Glasswork\n=========\n\nText.')).toBe('Glasswork');
});

test('may be an HTML heading, or the alternative text of its picture', () => {
  expect(
    titleOf('<h1 align="center">\n  <img src="l.svg" alt="glasswork logo">\n</h1>\n\nText.\n\n# Features'),
  ).toBe('glasswork');
  expect(titleOf('<h1>The <b>Glass</b> Book</h1>\n\nText.')).toBe('The Glass Book');
});

test('is no generic chapter name among several headings', () => {
  expect(
    titleOf('Blows glass.\n\n# Table of Contents\n\n- One\n\n# Getting Started\n\nText.'),
  ).toBeUndefined();
  expect(titleOf('# Installation\n\nText.\n\n## From source\n\nText.')).toBe('Installation');
});

test('is no comment in a code block', () => {
  expect(titleOf('Install it:\n\n```sh\n# the latest version\nnpm i glasswork\n```\n')).toBeUndefined();
});
