import { type Recipe, usersOfContracts } from '../recipe.ts';
import { addFormRows } from './form.ts';

const form = 'guest_author';

const test = `import { beforeEach, expect, test } from 'vitest';
import { useLeadStack } from './testing/lead-stack.ts';
import { instructorFields, pdf } from './testing/samples.ts';

const stack = await useLeadStack();
beforeEach(() => stack.reset());

function send(fields: Record<string, string>) {
  const call = stack.http.post('/api/${form}');
  for (const [name, value] of Object.entries(fields)) call.field(name, value);
  return call;
}

test('the recipe takes the new form with its file, and the upstream and the CRM get it', async () => {
  const answer = await send(instructorFields).attach('resume', pdf, { filename: 'cv.pdf' }).expect(200);
  expect(answer.body).toMatchObject({ status: 1 });
  expect(await stack.submissions('${form}')).toMatchObject([
    { form: '${form}', body: { resume: { file_name: 'cv.pdf', size_bytes: pdf.length } } },
  ]);
  await stack.work();
  expect(await stack.crmLeads()).toMatchObject([{ First_Name: 'Asha' }]);
});

test('the recipe refuses the new form without its file', async () => {
  const answer = await send(instructorFields).expect(400);
  expect(answer.body.errors).toHaveProperty('resume');
});
`;

export const formWithFileRecipe: Recipe = {
  title: 'A form with a file',
  name: 'form-with-file',
  placeholders: { [form]: '<form>' },
  apply(editor) {
    // Its field of type `file` makes it a file form.
    addFormRows(editor, 'instructor', form, 'Write for our blog');
    editor.insertBefore(
      'packages/contracts/src/leads/form-schemas.test.ts',
      '  instructor: [',
      `  ${form}: [...fullNameRules, ...emailRules, ...phoneRules],\n`,
    );
  },
  prove(editor) {
    editor.create('apps/bff/src/leads/recipe-form-with-file.test.ts', test);
  },
  types: usersOfContracts,
  trials: [
    { project: 'contracts', files: ['packages/contracts'] },
    { project: 'bff', files: ['recipe-form-with-file.test.ts', 'openapi.test.ts'] },
    { project: 'upstream', files: ['submissions.test.ts'] },
    { project: 'web', files: ['instructor-form.test.tsx'] },
  ],
};
