// Validates the workflows with GitHub's parser and schema, because they run only at GitHub.
import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

// The parser imports JSON without the import attribute that Node requires.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import(
  '@actions/workflow-parser'
);

const folder = resolve(import.meta.dirname, '../../.github/workflows');

async function faultsOf(name, content) {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

it.each(readdirSync(folder))('workflow: %s is valid', async (name) => {
  expect(await faultsOf(name, readFileSync(join(folder, name), 'utf8'))).toEqual([]);
});

it('workflow: the validator reports an invalid file', async () => {
  const broken = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    step: []\n';
  expect((await faultsOf('broken.yml', broken)).join('\n')).toMatch(/step/);
});
