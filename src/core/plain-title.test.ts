// Titles without Markdown.
import { describe, expect, it } from 'vitest';
import { plainTitle } from './plain-title.ts';

describe('plainTitle', () => {
  it.each([
    ['The `map` function', 'The map function'],
    ['``a`b`` and `c`', 'a`b and c'],
    ['**Install** it', 'Install it'],
    ['C:\\new', 'C:\\new'],
    ['Escaped \\_name\\_', 'Escaped _name_'],
    ['`unpaired', '`unpaired'],
    ['*args and **kwargs', '*args and **kwargs'],
    ['snake_case_name', 'snake_case_name'],
    ['report\u202efdp.exe', 'reportfdp.exe'],
    ['\u2067שלום\u2069, \u200fעולם', 'שלום, \u200fעולם'],
  ])('%s', (written, read) => expect(plainTitle(written)).toBe(read));
});
