// Sentences about remote collections.
import { expect, it } from 'vitest';
import { pushWords, stateWords } from './remote-labels.ts';

it('states what an engine contains, or that it is empty', () => {
  expect(stateWords({ engine: 'Chroma 1.0.0' })).toBe(
    'Chroma 1.0.0 answers. The first push creates the collection.',
  );
  expect(stateWords({ engine: 'Chroma 1.0.0', passages: 1, model: 'MiniLM' })).toBe(
    'Chroma 1.0.0 answers. The collection holds 1 passage, embedded by MiniLM.',
  );
});

it('states what a push did', () => {
  expect(pushWords({ documents: 2, passages: 9, unchanged: 0, removed: 0 })).toBe(
    'Pushed 2 documents (9 passages).',
  );
  expect(pushWords({ documents: 0, passages: 0, unchanged: 4, removed: 1 })).toBe(
    'Pushed 0 documents (0 passages), 4 unchanged, 1 removed on the server.',
  );
});
