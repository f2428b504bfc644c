import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../leads/product.ts';
import { chooseSeed } from '../random.ts';
import { unlimited } from './command.ts';
import { readProcess, readWhenIdle, troublesOf } from './process-state.ts';
import { sendMalformed } from './run.ts';

const requests = 2_000;
const seed = chooseSeed();
let product: Product;

beforeAll(async () => {
  product = await startProduct({ env: unlimited });
});
afterAll(() => product.stop());

test(`${requests} malformed requests: no 5xx, no hang, no leak`, async () => {
  const { baseUrl, metricsUrl } = product.stack;
  await sendMalformed(baseUrl, 300, seed - 1_000);
  const before = await readProcess(metricsUrl);
  const run = await sendMalformed(baseUrl, requests, seed);
  expect(run.failures).toEqual([]);
  expect(run.counts.size).toBeGreaterThan(25);
  expect(troublesOf(before, await readWhenIdle(metricsUrl, before))).toEqual([]);
  expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
});
