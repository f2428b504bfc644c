import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { carriesZod } from './build/carries-zod.ts';

/** Libraries that every page needs. Libraries that load on use stay in their own chunks. */
const firstLoadLibraries =
  /node_modules[\\/](?:react|react-dom|scheduler|react-router|@reduxjs[\\/]toolkit|redux|redux-thunk|immer|reselect|react-redux|use-sync-external-store)[\\/]/;

/** Components that first loads share. Components that only lazily loaded parts use are excluded. */
const sharedParts =
  /(?:apps[\\/]web[\\/]src[\\/]ui|packages[\\/](?:contracts|ui)[\\/]src)[\\/](?!carousel|empty-listing|toast|social-icon|enrolment[\\/](?:states|gstin)\.|leads[\\/](?:clean-|cut-address|notice))/;

/** Form fields. Their code is loaded on use. */
const formFields = /packages[\\/]ui[\\/]src[\\/](?:text-field|checkbox-field|field|field-error)\.tsx?$/;

/** The schema library, and schemas that several forms share. */
const formSchemas =
  /node_modules[\\/]zod[\\/]|packages[\\/]contracts[\\/]src[\\/](?:ids|requests|enrolment[\\/]seat-count|leads[\\/](?:attribution|clean-email|clean-text|context|cut-address|fields|marketing|notice))\.ts$/;

const isShared = (file: string) =>
  sharedParts.test(file) && !(file.includes('contracts') && carriesZod(file));

/**
 * Modules that every page shares with lazily loaded parts. They are one chunk instead of six. Their
 * dependencies are excluded, because those of `leads/public.ts` load with the pages that use them.
 */
const commonParts =
  /apps[\\/]web[\\/]src[\\/](?:routing[\\/](?:absent-pages|code-load|early-interaction|lazy-part|load-failure)|features[\\/]leads[\\/](?:draft-answers|lead-form-loader|outbox-key|public|resume-outbox|submit-before-hydration)|features[\\/]seats[\\/](?:seats-api|use-live-seats)|api[\\/](?:api|call-query|result|sales|transport))\.tsx?$|vite[\\/]preload-helper/;

const reactDom = /apps[\\/]web[\\/]src[\\/]react-dom\.ts$/;

/**
 * True for chunks that are not part of every first load. The others are already loaded and need no preload.
 */
const isMissing = (file: string) =>
  !/assets[\\/](?:entry\.client|libraries|parts|react-dom|shared)-/.test(file);

const target = 'es2022';

// The app is built twice. `dist/client` is for the browser, with the manifest in which the BFF finds each
// page's files. `dist/server` is for server rendering in the BFF, with all libraries bundled.
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    target,
    manifest: !isSsrBuild,
    // The BFF's content security policy forbids inline scripts and styles, so the build inlines nothing.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: (_file, files) => files.filter(isMissing) },
    copyPublicDir: !isSsrBuild,
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    rollupOptions: isSsrBuild
      ? // ASCII, because V8 stores a source with characters beyond Latin-1 in two bytes per character.
        { output: { charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } } }
      : {
          input: [
            'src/entry.client.tsx',
            'src/script-loader.ts',
            'src/features/analytics/consent.ts',
            'src/features/analytics/frame.ts',
          ],
          // Larger chunks compress better, and stay in the browser cache across deploys.
          output: {
            codeSplitting: {
              groups: [
                { name: 'react-dom', test: reactDom, priority: 3 },
                { name: 'libraries', test: firstLoadLibraries, priority: 2 },
                { name: 'fields', test: formFields, priority: 2, includeDependenciesRecursively: false },
                { name: 'schemas', test: formSchemas, priority: 2, includeDependenciesRecursively: false },
                // Components of several pages: one chunk of a few kilobytes instead of twenty small chunks.
                { name: 'shared', test: isShared, minShareCount: 3, priority: 1 },
                { name: 'parts', test: commonParts, priority: 1, includeDependenciesRecursively: false },
              ],
            },
          },
        },
  },
  // In development, Node loads the libraries itself, because React's files are CommonJS.
  ssr: command === 'build' ? { noExternal: true, target: 'node' as const } : {},
}));
