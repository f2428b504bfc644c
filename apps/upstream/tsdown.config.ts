import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { main: 'src/main.ts', content: 'src/content-tool/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  outExtensions: () => ({ js: '.js' }),
  dts: false,
  // `migrations.ts` expects the folder next to the bundle.
  copy: [{ from: 'src/database/migrations/*.sql', to: 'dist/migrations' }],
  // A container contains only dist and content, so all dependencies are bundled. pg loads pg-native only on
  // request.
  deps: { alwaysBundle: /^(?!pg-native$)/, neverBundle: ['pg-native'], onlyBundle: false },
});
