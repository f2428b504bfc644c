/** Smoke test of a running product: `node lab/images/smoke.ts [site] [stand-ins]`. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readPages, seeDelivered, sendLead } from './visit.ts';

const [siteUrl = 'http://127.0.0.1:3000', sandboxUrl = 'http://127.0.0.1:4020'] = process.argv.slice(2);
const product = { siteUrl, sandboxUrl };
const email = `smoke-${randomUUID()}@visitor.example`;

await readPages(product);
assert.equal(await sendLead(product, email), 1, 'the lead is accepted');
await seeDelivered(product, email);
process.stdout.write(`${siteUrl} serves pages, and a lead has reached the CRM\n`);
