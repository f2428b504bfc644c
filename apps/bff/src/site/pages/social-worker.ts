/** Worker thread: renders one SVG as PNG and exits. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { fontFamilies, fontFile } from '../../platform/rendering/fonts.ts';
import { lowerThreadPriority } from '../../platform/rendering/render-thread.ts';

lowerThreadPriority();

/** The build copies the WebAssembly file next to the bundle; a run from source reads it from its package. */
const built = resolve(import.meta.dirname, 'resvg.wasm');
const renderer = existsSync(built)
  ? built
  : fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'));

await initWasm(readFileSync(renderer));
const font = {
  fontBuffers: fontFamilies.map((family) => readFileSync(fontFile(family, '700Bold'))),
  defaultFontFamily: 'Noto Sans',
};
parentPort?.postMessage(new Resvg(workerData as string, { font }).render().asPng());
