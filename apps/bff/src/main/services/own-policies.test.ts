import { policyNames } from '@meridian/contracts/site/policy-page';
import { afterAll, expect, it, vi } from 'vitest';
import { startSampleUpstream } from '../../../testing/sample-upstream.ts';
import { createUpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { requireOwnPolicies } from './own-policies.ts';

const server = await startSampleUpstream();
afterAll(() => server.stop());
const sample = createUpstreamClient({ baseUrl: server.url, timeoutMs: 5_000 });
const production = { appEnv: 'production' } as const;
const log = { warn: vi.fn() };

it('a start in production refuses the policies of the sample brand, naming each of them', async () => {
  await expect(requireOwnPolicies(production, sample, log)).rejects.toMatchObject({
    faults: policyNames.map((name) => `policy ${name}: is the sample brand's`),
  });
  await requireOwnPolicies({ appEnv: 'demo' }, sample, log);
});

it('accepts other policies, and continues with a warning if the upstream is down', async () => {
  const own = {
    read: async () => ({
      status: 1,
      message: '',
      data: { content: '<p>Write to hello@kaveriskills.in.</p>' },
    }),
  };
  await requireOwnPolicies(production, own, log);
  expect(log.warn).not.toHaveBeenCalled();
  const away = createUpstreamClient({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 1_000 });
  await requireOwnPolicies(production, away, log);
  expect(log.warn).toHaveBeenCalledOnce();
});
