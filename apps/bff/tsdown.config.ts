import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    ops: 'src/operators/cli/main.ts',
    'render-worker': 'src/enrolment/documents/pdf/render-worker.ts',
    'social-worker': 'src/site/pages/social-worker.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  outExtensions: () => ({ js: '.js' }),
  dts: false,
  // React, which renders the emails, without its checks for development.
  define: { 'process.env.NODE_ENV': '"production"' },
  // The fonts of invoices, their shaper, the SVG renderer, the schema and its migrations, beside the bundle.
  copy: [
    {
      from: ['400Regular', '700Bold'].map(
        (weight) => `node_modules/@expo-google-fonts/noto-sans*/${weight}/NotoSans*_${weight}.ttf`,
      ),
      to: 'dist/fonts',
    },
    { from: 'node_modules/harfbuzzjs/dist/harfbuzz.wasm', to: 'dist' },
    { from: 'node_modules/@resvg/resvg-wasm/index_bg.wasm', to: 'dist', rename: 'resvg.wasm' },
    { from: 'src/platform/database/schema.sql', to: 'dist' },
    { from: 'src/platform/database/migrations/*.sql', to: 'dist/migrations' },
  ],
  // Node keeps source text in memory, at two bytes per character if any is beyond Latin-1.
  outputOptions: { charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } },
  // A container gets only dist, so all dependencies are bundled. pg loads pg-native only on request.
  deps: { alwaysBundle: /^(?!pg-native$)/, neverBundle: ['pg-native'], onlyBundle: false },
});
