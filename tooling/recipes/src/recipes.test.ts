/** Recipes match the code and CONTRIBUTING; `pnpm recipes` runs them. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEditor } from './editor.ts';
import { recipes } from './recipes.ts';

const root = resolve(import.meta.dirname, '../../..');
const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** Paths mentioned under a heading of CONTRIBUTING. */
function pathsUnder(title: string): string[] {
  const section = contributing.split(/^#+ /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(/`([\w.<>-]+(?:\/[\w.<>-]+)*\.(?:tsx?|md|example))`/g)].map(
    ([, path = '']) => path,
  );
}

describe.each(recipes)('15 $title', (recipe) => {
  it('touches what CONTRIBUTING says, and nothing else', () => {
    const editor = openEditor(root);
    recipe.apply(editor);
    const touched = editor
      .touched()
      .map((path) =>
        Object.entries(recipe.placeholders).reduce(
          (named, [chosen, placeholder]) => named.replaceAll(chosen, placeholder),
          path,
        ),
      );
    expect(pathsUnder(recipe.title).sort()).toEqual(touched.sort());
  });
});

it('15 every recipe of CONTRIBUTING is tried', () => {
  const section = contributing.match(/\n## Recipes\n[\s\S]*?(?=\n## |$)/)?.[0] ?? '';
  const titles = [...section.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
  expect(titles).toEqual(recipes.map(({ title }) => title));
});
