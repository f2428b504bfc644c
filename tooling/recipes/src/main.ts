/**
 * `pnpm recipes [NAME...]`: applies CONTRIBUTING's recipes to a temporary clone and runs the affected
 * tests. Exit status 1 if one fails.
 */
import { resolve } from 'node:path';
import { check } from './checks.ts';
import { cloneCheckout } from './clone.ts';
import { openEditor } from './editor.ts';
import type { Recipe } from './recipe.ts';
import { recipes } from './recipes.ts';

const root = resolve(import.meta.dirname, '../../..');
const say = (text: string) => process.stdout.write(`${text}\n`);
const seconds = (startedAt: number) => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`;

/** @returns true if every check passed */
async function tryRecipe(folder: string, recipe: Recipe): Promise<boolean> {
  const startedAt = Date.now();
  const editor = openEditor(folder);
  say(`\n▸ ${recipe.title}`);
  try {
    recipe.apply(editor);
    for (const path of editor.touched()) say(`  ${path}`);
    recipe.prove(editor);
    editor.save();
    const failure = await check(folder, recipe, editor.touched(), (name) => say(`  … ${name}`));
    if (failure) say(`✗ ${recipe.title}: ${failure.command}\n${failure.output}`);
    else say(`✓ ${recipe.title} (${seconds(startedAt)})`);
    return failure === undefined;
  } catch (error) {
    say(`✗ ${recipe.title}: ${error instanceof Error ? error.message : error}`);
    return false;
  } finally {
    editor.undo();
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !recipes.some((recipe) => recipe.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown: ${unknown.join(', ')}. Recipes: ${recipes.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}
const clone = cloneCheckout(root);
let failed = 0;
try {
  for (const recipe of recipes)
    if (wanted.length === 0 || wanted.includes(recipe.name))
      if (!(await tryRecipe(clone.folder, recipe))) failed += 1;
} finally {
  clone.remove();
}
say(failed === 0 ? '\nEvery recipe gives a working product' : `\n${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
