import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  outExtensions: () => ({ js: '.js' }),
  dts: false,
  // A container gets only dist, so all dependencies are bundled.
  deps: { alwaysBundle: /.*/, onlyBundle: false },
  // Browser code: read beside main.js and served unbundled.
  copy: ['src/razorpay/checkout/widget.js', 'src/razorpay/checkout/widget.css'],
});
