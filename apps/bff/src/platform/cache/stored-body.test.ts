import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressBody, compressedSoon, reuseCompressed, storeBody } from './stored-body.ts';

const words = ['agile', 'scrum', 'kanban', 'team', 'release', 'train', 'backlog', 'sprint'];
const text = Array.from({ length: 4_000 }, (_, index) => words[((index * index * 7) % 8) ^ (index % 3)]).join(
  ' ',
);
const fail = (error: unknown) => {
  throw error;
};

async function compressed() {
  const body = storeBody(Buffer.from(text));
  compressBody(body, fail);
  await body.compressing;
  return body;
}

it('unchanged content reuses its compressed bodies and is recompressed once at the highest effort', async () => {
  const earlier = await compressed();
  const body = storeBody(Buffer.from(text));
  reuseCompressed(body, earlier, fail);
  expect(body.brotli).toBe(earlier.brotli);
  expect(body.gzip).toBe(earlier.gzip);
  // Recompression runs in the background.
  await compressedSoon(body);
  expect(body.brotli).toBe(earlier.brotli);
  await body.compressing;
  expect(body.brotli?.length).toBeLessThan(earlier.brotli?.length ?? 0);
  expect(brotliDecompressSync(body.brotli ?? Buffer.of()).toString()).toBe(text);
  expect(gunzipSync(body.gzip ?? Buffer.of()).toString()).toBe(text);

  const later = storeBody(Buffer.from(text));
  reuseCompressed(later, body, fail);
  expect(later.compressing).toBeUndefined();
  expect(later.brotli).toBe(body.brotli);
});
