import { expect, test } from '@playwright/test';
import { runLane } from '../support/lighthouse/lane.ts';
import { listScreens } from '../support/lighthouse/screens.ts';
import { nightly } from '../support/sampling.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

const maxLanes = 4;

// Only audits that do not depend on the machine's speed. `pnpm lab lighthouse` measures the rest.
test('Lighthouse finds no fault in accessibility, best practices and SEO', { tag: nightly }, async () => {
  test.setTimeout(180_000);
  const screens = await listScreens(stackAddresses);
  expect(screens.length).toBeGreaterThan(20);
  const { baseUrl } = stackAddresses;
  // Each lane starts a thread and a browser.
  const lanes = Math.min(maxLanes, screens.length);
  const looks = await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      runLane({ baseUrl, screens: screens.filter((_screen, index) => index % lanes === lane) }),
    ),
  );
  const faults = looks.flat().flatMap(({ screen, scores, faults: found }) =>
    Object.entries(scores)
      .filter(([, score]) => score < 100)
      .map(([category, score]) => `${screen.name}: ${category} ${score}, ${found.join(', ')}`),
  );
  expect(looks.flat()).toHaveLength(screens.length);
  expect(faults).toEqual([]);
});
