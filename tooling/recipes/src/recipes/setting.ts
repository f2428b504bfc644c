import type { Recipe } from '../recipe.ts';

const variable = 'SUPPORT_EMAIL';
const env = 'apps/bff/src/platform/settings/env.ts';

const test = `import { expect, it } from 'vitest';
import { readEnv } from './env.ts';

const required = {
  APP_ENV: 'demo',
  DATABASE_URL: 'postgresql://bff@127.0.0.1/bff',
  UPSTREAM_URL: 'http://127.0.0.1:4010',
  RAZORPAY_KEY_ID: 'rzp_test_x',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'secret',
  ZOHO_CLIENT_ID: 'id',
  ZOHO_CLIENT_SECRET: 'secret',
  ZOHO_REFRESH_TOKEN: 'token',
};

it('the recipe reads the new setting', () => {
  expect(readEnv({ ...required, ${variable}: 'desk@example.com' }).supportEmail).toBe('desk@example.com');
  expect(readEnv(required).supportEmail).toBeUndefined();
});

it('the recipe refuses what the new setting cannot be', () => {
  expect(() => readEnv({ ...required, ${variable}: 'nobody' })).toThrow('${variable}: must be an e-mail address');
});
`;

export const settingRecipe: Recipe = {
  title: 'A setting',
  name: 'setting',
  placeholders: {},
  apply(editor) {
    editor.insertAfter(
      env,
      '  CRM_COMPANY: ',
      `  ${variable}: z.email({ error: 'must be an e-mail address' }).optional(),\n`,
    );
    editor.insertAfter(
      env,
      '    crmCompany: ',
      `    /** Where visitors may write to. */\n    supportEmail: values.${variable},\n`,
    );
    editor.insertAfter(
      '.env.example',
      '\nCRM_COMPANY=',
      `# Address that visitors may write to. Default: none\n${variable}=\n`,
    );
    editor.insertAfter(
      'docs/operations.md',
      '| `CRM_COMPANY` |',
      `| \`${variable}\` | address that visitors may write to | none |\n`,
    );
  },
  prove(editor) {
    editor.create('apps/bff/src/recipe-setting.test.ts', test);
  },
  types: ['apps/bff'],
  trials: [{ project: 'bff', files: ['src/platform/settings', 'recipe-setting.test.ts'] }],
};
