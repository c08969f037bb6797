// Lint for components; all other files are linted by Oxlint (.oxlintrc.json), with the same rules and at a tenth of the
// time. Formatting belongs to Prettier alone.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { typedParser } from './scripts/typed-parser.mjs';

const projects = ['tsconfig.json'];

export default ts.config(
  {
    ignores: [
      '**/*.{js,mjs,ts}',
      '!**/*.svelte.ts',
      'dist*/',
      'node_modules/',
      'test-results/',
      '.svelte-check/',
    ],
  },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'no-undef': 'off', // the compiler knows which globals each place has
      'max-lines': ['error', { max: 350 }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src/**/*.svelte.ts', 'src/**/*.svelte'],
    languageOptions: {
      parserOptions: { project: projects, extraFileExtensions: ['.svelte'], parser: typedParser },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    rules: {
      'svelte/no-useless-mustaches': ['error', { ignoreStringEscape: true }],
      'svelte/prefer-svelte-reactivity': 'off', // our runes hold values that are replaced whole
      'svelte/no-navigation-without-resolve': 'off', // a SvelteKit rule; routes here are hashes
    },
  },
);
