/** ESLint on the syntax; promises and switches are typed over `functions` and `shared` only (it is the slow part). */
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { houseRules } from './infra/local/lint/house.js'

const ports = ['functions/kit/ports.ts', 'web/kit/ports.ts', 'infra/**', '**/*.test.ts', 'web/e2e/**']

export default tseslint.config(
  { ignores: ['**/node_modules/**', '**/dist/**', 'cdk.out/**', '.local/**', '.cache/**', '.node/**', 'coverage/**'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parser: tseslint.parser },
    plugins: { '@typescript-eslint': tseslint.plugin, house: houseRules },
    rules: {
      'house/imports': 'error',
      'house/words': 'error',
      'no-debugger': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: ['error', 'always'],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' }],
    },
  },
  {
    files: ['{shared,functions,web}/**/*.{ts,tsx}'],
    ignores: ports,
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time comes from the clock port.' },
        { object: 'Math', property: 'random', message: 'Chance comes from the id port.' },
        { property: 'toLocaleString', message: 'Use shared/kit/time.ts or score.ts.' },
        { property: 'toLocaleDateString', message: 'Use shared/kit/time.ts.' },
        { property: 'toLocaleTimeString', message: 'Use shared/kit/time.ts.' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Time comes from the clock port.',
        },
        {
          selector: "JSXElement[openingElement.name.name='Field'] JSXElement[openingElement.name.name='Checkbox']",
          message: 'A field gives its one id to every box within: take the kit’s CheckGroup.',
        },
      ],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    ignores: ['web/e2e/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['functions/**/*.ts', 'shared/**/*.ts'],
    ignores: ['**/*.test.ts'],
    languageOptions: {
      parserOptions: {
        project: ['./shared/tsconfig.json', './functions/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['functions/**/*.ts'],
    ignores: [
      'functions/kit/edit.ts',
      'functions/kit/store.errors.ts',
      'functions/kit/testing.ts',
      '**/*.test.ts',
      '**/*.{testing,fixtures}.ts',
    ],
    rules: { 'house/edit': 'error' },
  },
  {
    files: ['functions/!(kit|platform|card)/**/*.handlers.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '#functions/kit/work.ts',
              importNames: ['jobRecords'],
              message:
                "The event of a job's end may be lost: jobNow and jobsNow (functions/kit/ended.ts) ask its execution.",
            },
          ],
        },
      ],
    },
  },
  { files: ['**/*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
)
