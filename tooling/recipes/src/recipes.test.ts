/** The recipes fit the code and CONTRIBUTING; that they give a working product is shown by `pnpm recipes`. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cloneCheckout } from './clone.ts';
import { openEditor } from './editor.ts';
import { recipes } from './recipes.ts';

const root = resolve(import.meta.dirname, '../../..');
const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const clone = cloneCheckout(root, { modules: false });
afterAll(clone.remove);

/** The paths that CONTRIBUTING names under a heading. */
function pathsUnder(title: string): string[] {
  const section = contributing.split(/^#+ /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(/`([\w.<>-]+(?:\/[\w.<>-]+)*\.(?:tsx?|md|example))`/g)].map(
    ([, path = '']) => path,
  );
}

describe.each(recipes)('15 $title', (recipe) => {
  it('touches what CONTRIBUTING says, and nothing else', () => {
    const editor = openEditor(clone.folder);
    try {
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
    } finally {
      editor.undo();
    }
  });
});

it('15 every recipe of CONTRIBUTING is tried', () => {
  const section = contributing.match(/\n## Recipes\n[\s\S]*?(?=\n## |$)/)?.[0] ?? '';
  const titles = [...section.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
  expect(titles).toEqual(recipes.map(({ title }) => title));
});
