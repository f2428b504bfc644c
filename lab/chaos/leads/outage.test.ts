import { setTimeout as sleep } from 'node:timers/promises';
import { formNames } from '@meridian/contracts/leads/forms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPersonas } from './personas.ts';
import { type Product, startProduct } from './product.ts';
import { classify } from './result.ts';
import { advanceTime, deliverAll } from './time-travel.ts';
import { visit } from './visitor.ts';

const minutes = 10;
const leadsPerMinute = 12;
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

test('while the upstream is down for ten minutes every lead is accepted, and delivered afterwards', async () => {
  const { stack } = product;
  const personas = createPersonas('outage');
  await stack.kill('upstream');
  const visits = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    const sent = Array.from({ length: leadsPerMinute }, (_lead, number) =>
      visit(stack.baseUrl, formNames[number % formNames.length] ?? 'contact_us', personas.next(), {
        tries: 1,
        doubleClick: false,
      }),
    );
    visits.push(...(await Promise.all(sent)));
    await advanceTime(product);
    // Some attempts become due and run meanwhile.
    await sleep(300);
  }
  expect(visits.map(({ told }) => told)).toEqual(visits.map(() => 'success'));
  expect((await product.upstreamCounts()).size).toBe(0);
  expect(JSON.parse(await product.ops('leads', '--json', '--limit', '1'))).toMatchObject({ unaccounted: 0 });

  await stack.restart('upstream');
  await deliverAll(product);
  const round = { visits, personas: personas.all };
  expect(await classify(product, round, 'outage')).toMatchObject({
    successes: minutes * leadsPerMinute,
    lost: [],
    doubled: [],
    strangers: [],
    serverErrors: 0,
    unaccounted: 0,
  });
});
