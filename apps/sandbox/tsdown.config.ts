import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  outExtensions: () => ({ js: '.js' }),
  dts: false,
  // A container gets dist and nothing else, so every dependency goes in.
  deps: { alwaysBundle: /.*/, onlyBundle: false },
  // The widget runs in the browser: it is served as it stands and read beside main.js.
  copy: ['src/razorpay/checkout/widget.js', 'src/razorpay/checkout/widget.css'],
});
