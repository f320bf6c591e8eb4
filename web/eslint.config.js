import js from '@eslint/js';
import globals from 'globals';
import lit from 'eslint-plugin-lit';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  js.configs.recommended,
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: globals.node },
    // `{ outputs, ...fields }` is how to leave something out.
    rules: { 'no-unused-vars': ['error', { ignoreRestSiblings: true }] },
  },
  { files: ['core/bench/empty/*.js'], languageOptions: { globals: { ...globals.browser, ...globals.worker } } },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked, lit.configs['flat/recommended']],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: ['lit/directives/unsafe-html.js', 'lit/directives/unsafe-svg.js', 'lit/static-html.js'],
        },
      ],
      'no-restricted-properties': [
        'error',
        { property: 'innerHTML', message: 'Nothing from a link may become markup.' },
        { property: 'outerHTML', message: 'Nothing from a link may become markup.' },
      ],
    },
  },
  {
    // Playwright reads what a fixture needs from its pattern, also when that is nothing.
    files: ['tests/web/fixtures.ts'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
);
