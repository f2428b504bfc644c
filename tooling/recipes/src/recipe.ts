import type { Editor } from './editor.ts';

/** Tests of the new feature in the running product, and of the tables that it extends. */
export interface Trial {
  /** A project of `vitest.config.ts`. */
  project: string;
  /** Relative to the root. */
  files: readonly string[];
  /** Filter by test name. */
  only?: string;
}

export interface Recipe {
  /** Heading in CONTRIBUTING. */
  title: string;
  /** Command line name, such as `form-with-file`. */
  name: string;
  /** Values of placeholders in paths: `newsletter` for `<form>`. */
  placeholders: Readonly<Record<string, string>>;
  /** Carries out CONTRIBUTING's steps. */
  apply(editor: Editor): void;
  /** Adds tests for the trial only, not in CONTRIBUTING. */
  prove(editor: Editor): void;
  /** Folders with a `tsconfig.json` to type-check. */
  types: readonly string[];
  trials: readonly Trial[];
}

/** Packages whose types derive from the contracts. */
export const usersOfContracts: readonly string[] = [
  'packages/contracts',
  'apps/bff',
  'apps/upstream',
  'apps/web',
  'tooling/contract-check',
  'e2e',
  'bench',
];
