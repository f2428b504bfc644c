import { readFileSync } from 'node:fs';
import { webhookEvents } from '@meridian/contracts/integrations/webhook-events';
import { expect, it } from 'vitest';

const page = new URL('../../../../../docs/how-to/webhooks.md', import.meta.url);

it('the page about webhooks lists every event', () => {
  const listed = [...readFileSync(page, 'utf8').matchAll(/^\| `((?:[a-z]+\.[a-z_]+)|test)` \|/gm)].map(
    ([, type]) => type,
  );
  expect(listed.sort()).toEqual(Object.keys(webhookEvents).sort());
});
