import type { Editor } from '../editor.ts';
import { type Recipe, usersOfContracts } from '../recipe.ts';

const form = 'newsletter';
const body = "{ ...names, message: 'Once a month, please.' }";

/** Adds the rows of a form, after those of a similar one. */
export function addFormRows(editor: Editor, like: string, name: string, title: string): void {
  const contracts = 'packages/contracts/src';
  editor.copyEntry(`${contracts}/calls.ts`, like, name);
  editor.copyEntry(`${contracts}/call-summaries.ts`, like, name);
  editor.copyEntry(`${contracts}/call-examples.ts`, like, name);
  editor.copyEntry(`${contracts}/leads/forms.ts`, like, name, (entry) =>
    entry.replace(/title: '[^']*'/, `title: '${title}'`),
  );
  editor.copyEntry('apps/upstream/src/submissions/messages.ts', like, name);
  // Form names for the CRM.
  editor.insertAfter(
    `${contracts}/leads/form-schemas.test.ts`,
    "        'special_offer',\n",
    `        '${name}',\n`,
  );
  editor.copyEntry('apps/web/src/features/leads/lead-form.test.tsx', like, name);
  editor.copyEntry('e2e/forms-offline.spec.ts', like, name);
}

const webTest = `import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { render } from '../entry.server.tsx';
import { accepted, answerRequests, fillIn, showForm, submit } from '../features/leads/testing.tsx';

it('the recipe shows the new form and sends it', async () => {
  const sent = answerRequests(() => accepted());
  showForm('${form}');
  await fillIn('${form}');
  await submit('${form}');
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/${form}'));
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
});

it('the recipe renders the new form on the server', async () => {
  const header = { status: 1, message: 'Success', data: { discount_text: '', button_text: '' } };
  const publicUrl = 'https://academy.example';
  const page = await render('/contact-us', { publicUrl, read: async () => header });
  expect(page).toMatchObject({ status: 200, html: expect.stringContaining('Our newsletter') });
});
`;

export const formRecipe: Recipe = {
  title: 'A form',
  name: 'form',
  placeholders: { [form]: '<form>' },
  apply(editor) {
    addFormRows(editor, 'contact_us', form, 'Newsletter');
    editor.insertAfter('apps/bff/testing/leads/samples.ts', '  contact_us: ', `  ${form}: ${body},\n`);
    editor.insertAfter(
      'packages/contracts/src/leads/form-schemas.test.ts',
      '  contact_us: [',
      `  ${form}: [...contactRules, ...messageRules],\n`,
    );
    editor.insertAfter(
      'apps/upstream/src/submissions/submissions.test.ts',
      '  contact_us: ',
      `  ${form}: { ...person, message: 'Once a month, please.' },\n`,
    );
  },
  prove(editor) {
    editor.insertBefore(
      'apps/web/src/features/company/contact-screen.tsx',
      '        <LeadCard',
      `        <LeadCard form="${form}" title="Our newsletter" note="Once a month." />\n`,
    );
    editor.create('apps/web/src/app/recipe-form.test.tsx', webTest);
  },
  types: usersOfContracts,
  trials: [
    { project: 'contracts', files: ['packages/contracts'] },
    // For each form: saved, refused, kept during an outage, idempotent.
    { project: 'bff', files: ['/forms.test.ts', '/input.test.ts', '/rules.test.ts'], only: form },
    { project: 'bff', files: ['openapi.test.ts'], only: form },
    { project: 'upstream', files: ['submissions.test.ts'] },
    { project: 'web', files: ['recipe-form.test.tsx', 'lead-form.test.tsx'] },
  ],
};
