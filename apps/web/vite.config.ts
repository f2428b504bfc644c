import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { carriesZod } from './build/carries-zod.ts';
import { pureCalls } from './build/pure-calls.ts';
import { reactModules } from './build/react-modules.ts';

/** What every page needs. Libraries that load on use stay in chunks of their own. */
const firstLoadLibraries =
  /node_modules[\\/](?:react|react-dom|scheduler|react-router|@reduxjs[\\/]toolkit|redux|redux-thunk|immer|reselect|react-redux|use-sync-external-store)[\\/]/;

const sharedParts =
  /(?:apps[\\/]web[\\/]src[\\/]ui|lucide-react|packages[\\/](?:contracts|ui)[\\/]src)[\\/](?!toast|social-icon|leads[\\/]clean-)/;

const isShared = (file: string) =>
  sharedParts.test(file) && !(file.includes('contracts') && carriesZod(file));

/**
 * What every page and the parts that load later have in common: one file, where the bundler would make six. Without
 * their dependencies: those of `leads/public.ts` load with the pages that use them.
 */
const commonParts =
  /apps[\\/]web[\\/]src[\\/](?:routing[\\/](?:code-load|early-interaction|lazy-part|load-failure)|features[\\/]leads[\\/](?:draft-answers|lead-form-loader|outbox-key|public|resume-outbox|submit-before-hydration)|features[\\/]seats[\\/]use-live-seats|api[\\/](?:api|result|transport))\.tsx?$|vite[\\/]preload-helper/;

/** React's part for the browser, and the bundler's few helpers, which would be a file of their own. */
const reactDom = /apps[\\/]web[\\/]src[\\/]react-dom\.ts$|rolldown[\\/]runtime/;

// Built twice: for the browser (dist/client, with the manifest by which the BFF finds each page's files), and for
// the BFF, which renders the first page (dist/server, with all libraries inside).
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [reactModules(), pureCalls(), react(), tailwindcss()],
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    target: 'es2022',
    manifest: !isSsrBuild,
    // The BFF has a strict policy for scripts and styles: the build puts nothing inside documents.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A hundredth smaller than what the default makes of the same code.
    ...(!isSsrBuild && {
      minify: 'terser' as const,
      terserOptions: { compress: { passes: 3 }, ecma: 2020 as const },
    }),
    copyPublicDir: !isSsrBuild,
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    rollupOptions: isSsrBuild
      ? // The BFF keeps the text in memory, and with one sign beyond Latin-1 in it at two bytes a letter.
        { output: { charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } } }
      : {
          input: ['src/entry.client.tsx', 'src/loader.ts'],
          // Together they compress better, and they stay in the visitors' caches from deploy to deploy.
          output: {
            codeSplitting: {
              groups: [
                { name: 'react-dom', test: reactDom, priority: 3 },
                { name: 'libraries', test: firstLoadLibraries, priority: 2 },
                // Building blocks of several pages: one file of some kilobytes instead of twenty of some bytes.
                { name: 'shared', test: isShared, minShareCount: 3, priority: 1 },
                { name: 'parts', test: commonParts, priority: 1, includeDependenciesRecursively: false },
              ],
            },
          },
        },
  },
  // In development Node loads the libraries itself: React's files are no modules.
  ssr: command === 'build' ? { noExternal: true, target: 'node' as const } : {},
}));
