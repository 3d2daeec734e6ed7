// What the linter looks for in the page, its build and its tests. Form is prettier's (.prettierrc.json).
import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import { fileURLToPath } from 'node:url'
import ts from 'typescript-eslint'

const root = fileURLToPath(new URL('.', import.meta.url))
const page = ['web/src/**/*.{ts,tsx}', 'npm/*.ts']

export default [
  { ignores: ['build*/', '**/node_modules/'] },
  js.configs.recommended,
  // Tests hand functions to the browser: both worlds are known there.
  { files: ['**/*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  ...[...ts.configs.recommendedTypeChecked, hooks.configs['recommended-latest']].map(c => ({ ...c, files: page })),
  { rules: { eqeqeq: ['error', 'always', { null: 'ignore' }], 'prefer-const': 'error' } },
  {
    files: page,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: {
      'max-lines-per-function': ['error', 80],
      // Interfaces of functions without a this are written as methods.
      '@typescript-eslint/unbound-method': 'off',
      // An effect runs when something has happened (a step was shown), not whenever what it reads changes.
      'react-hooks/exhaustive-deps': 'off',
    },
  },
]
