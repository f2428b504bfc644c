import type { Editor } from './editor.ts';

/** Tests that show the new thing in the running product, and that the tables which it joined still hold. */
export interface Trial {
  /** A project of `vitest.config.ts`. */
  project: string;
  /** Below the root of the checkout. */
  files: readonly string[];
  /** Only tests with this in their names. */
  only?: string;
}

export interface Recipe {
  /** Heading of CONTRIBUTING's recipe. */
  title: string;
  /** For the command line, such as `form-with-file`. */
  name: string;
  /** What stands in paths for a name that the recipe has chosen: `newsletter` for `<form>`. */
  placeholders: Readonly<Record<string, string>>;
  /** Does what CONTRIBUTING says. */
  apply(editor: Editor): void;
  /** Tests which only the trial needs; CONTRIBUTING does not name them. */
  prove(editor: Editor): void;
  /** Folders with a `tsconfig.json` whose types the recipe could break. */
  types: readonly string[];
  trials: readonly Trial[];
}

/** Packages with types that follow from the tables of the contracts. */
export const usersOfContracts: readonly string[] = [
  'packages/contracts',
  'apps/bff',
  'apps/upstream',
  'apps/web',
  'tooling/contract-check',
  'e2e',
  'bench',
];
