/** Leaves Immer's patches out of the client build: 1 kB of every first load that the site has no use for. */
import type { Plugin } from 'vite';

const queryFile = /\/node_modules\/@reduxjs\/toolkit\/dist\/query\/rtk-query\.modern\.mjs$/;
const call = 'enablePatches();';

/** What needs patches in RTK Query. `upsertQueryEntries` does the same for a whole answer. */
export const patchingCalls = /\b(?:updateQueryData|patchQueryData)\b/;

/** @param code text of RTK Query @returns the same without the call that brings Immer's patches */
export function withoutPatches(code: string): string {
  if (!code.includes(call)) throw new Error('RTK Query enables patches in another way');
  return code.replace(call, '');
}

export function noPatches(): Plugin {
  return {
    name: 'without-patches',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform: {
      filter: { id: queryFile },
      handler: (code) => ({ code: withoutPatches(code), map: null }),
    },
  };
}
