import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { storeBody } from '../../platform/cache/stored-body.ts';
import { createPageDeltas } from './page-deltas.ts';

const layout = Array.from({ length: 500 }, (_, index) => `<p class="line-${(index * 7_919) % 1_000}">`).join(
  '\n',
);
const page = (words: string) => storeBody(Buffer.from(`${layout}\n<h1>${words}</h1>`));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const nameOf = ({ identity }: { identity: Buffer }) => `:${sha256(identity).toString('base64')}:`;
const fails = (error: unknown) => {
  throw error;
};

it('17 makes the difference once, for whoever comes next', async () => {
  const deltas = createPageDeltas(fails);
  const [home, course] = [page('Home'), page('Course')];
  deltas.remember(home);
  expect(deltas.find(course, nameOf(home))).toBeUndefined();
  const delta = await vi.waitFor(() => {
    const found = deltas.find(course, nameOf(home));
    expect(found).toBeDefined();
    return found as Buffer;
  });
  expect(delta.length).toBeLessThan(150);
  expect(delta.subarray(0, 4).toString('latin1')).toBe('\xffDCB');
  expect(delta.subarray(4, 36)).toEqual(sha256(home.identity));
  const whole = brotliDecompressSync(delta.subarray(36), { dictionary: home.identity });
  expect(whole).toEqual(course.identity);
});

it('17 makes none from a document that it does not know', async () => {
  const deltas = createPageDeltas(fails);
  const course = page('Course');
  for (const name of [nameOf(page('Another')), 'nonsense', '']) {
    expect(deltas.find(course, name)).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(deltas.find(course, name)).toBeUndefined();
  }
});
