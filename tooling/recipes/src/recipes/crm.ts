import type { Recipe } from '../recipe.ts';

const folder = 'apps/bff/src/partners/crm/notebook';

const provider = `import type { CrmLead, CrmProvider } from '../provider.ts';

/** Leads that this process has been told of, by their ids: a CRM of the least kind. */
export const notebook = new Map<string, CrmLead>();

/** A CRM that keeps leads in memory. */
export function createNotebookCrm(): CrmProvider {
  return {
    maxRecords: 10,
    maxCalls: 1,
    insert: async (leads) =>
      leads.map((lead) => {
        const earlier = notebook.has(lead.id);
        if (!earlier) notebook.set(lead.id, lead);
        return { kind: 'delivered', crmId: \`note-\${notebook.size}\`, earlier };
      }),
    pausedSeconds: async () => 0,
  };
}
`;

const test = `import { beforeEach, expect, test } from 'vitest';
import { createNotebookCrm, notebook } from '../crm/notebook/notebook.ts';
import { createLeads } from './leads.ts';
import { useLeadStack } from './testing/lead-stack.ts';
import { jsonForms, samples } from './testing/samples.ts';

const stack = await useLeadStack();
beforeEach(() => stack.reset());

test('the recipe delivers every form to the new CRM, and none to another', async () => {
  for (const form of jsonForms) await stack.http.post(\`/api/\${form}\`).send(samples[form]).expect(200);
  const ids = (await stack.ledger()).map(({ id }) => id);
  const leads = createLeads({ ...stack.leadsOptions, crm: createNotebookCrm() });
  await leads.deliver(ids);
  while ((await stack.ledger()).some(({ crm_state }) => crm_state !== 'delivered')) await leads.deliver(ids);
  expect([...notebook.keys()].sort()).toEqual(ids.sort());
  expect(await stack.crmLeads()).toEqual([]);
});
`;

export const crmRecipe: Recipe = {
  title: 'A second CRM',
  name: 'crm',
  placeholders: { notebook: '<name>' },
  apply(editor) {
    editor.create(`${folder}/notebook.ts`, provider);
    const services = 'apps/bff/src/main/services.ts';
    editor.replaceLine(
      services,
      'import { createZohoCrm }',
      "import { createNotebookCrm } from './crm/notebook/notebook.ts';\n",
    );
    editor.replaceLine(services, '    crm: createZohoCrm(', '    crm: createNotebookCrm(),\n');
  },
  prove(editor) {
    editor.create('apps/bff/src/leads/recipe-crm.test.ts', test);
  },
  types: ['apps/bff'],
  trials: [{ project: 'bff', files: ['recipe-crm.test.ts', 'delivery/provider.test.ts'] }],
};
