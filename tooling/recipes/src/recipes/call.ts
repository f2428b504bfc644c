import { type Recipe, usersOfContracts } from '../recipe.ts';

const call = 'office_hours';
const contracts = 'packages/contracts/src';
const handlers = 'apps/upstream/src/reads/routes.ts';

const schemas = `import { z } from 'zod';
import { text } from '../lenient.ts';

/** When somebody answers the telephone. */
export const officeHours = {
  request: z.object({}),
  data: z.array(z.object({ day: text, from: text, to: text })),
};
`;

const handler = `import type { ReadHandler } from './handler.ts';

const working = { from: '09:30', to: '18:30' };

export const officeHours: ReadHandler<'${call}'> = () =>
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => ({ day, ...working }));
`;

export const callRecipe: Recipe = {
  title: 'A call',
  name: 'call',
  placeholders: { 'office-hours': '<noun>' },
  apply(editor) {
    editor.create(`${contracts}/office-hours/office-hours.ts`, schemas);
    editor.copyEntry(`${contracts}/calls.ts`, 'resources_category', call);
    editor.copyEntry(`${contracts}/read-rules.ts`, 'resources_category', call);
    editor.copyEntry(`${contracts}/call-summaries.ts`, 'resources_category', call);
    editor.copyEntry(`${contracts}/call-examples.ts`, 'resources_category', call);
    const joined = `${contracts}/call-schemas.ts`;
    editor.insertBefore(
      joined,
      'import { policyPage }',
      "import { officeHours } from './office-hours/office-hours.ts';\n",
    );
    editor.insertAfter(joined, '  resources_category: ', `  ${call}: officeHours,\n`);
    editor.create('apps/upstream/src/reads/office-hours.ts', handler);
    editor.insertBefore(
      handlers,
      'import { customerSpeak',
      "import { officeHours } from './office-hours.ts';\n",
    );
    editor.insertAfter(handlers, '  resources_category: ', `  ${call}: officeHours,\n`);
    editor.insertAfter(
      'bench/src/servers/generated-catalogue.ts',
      '    resources_category: ',
      `    ${call}: () => [],\n`,
    );
  },
  prove() {
    // Tests of reads derive their cases from the call table.
  },
  types: usersOfContracts,
  trials: [
    { project: 'contracts', files: ['packages/contracts'] },
    // For each read: GET and POST match the contract, and 304.
    { project: 'bff', files: ['catalogue/reads.test.ts'], only: call },
    { project: 'bff', files: ['openapi.test.ts'], only: call },
    { project: 'upstream', files: ['reads.test.ts'] },
  ],
};
