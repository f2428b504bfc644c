import { afterAll, expect, it } from 'vitest';
import { startSampleUpstream } from '../../../testing/sample-upstream.ts';
import { createUpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { missingSetupSteps } from './missing-steps.ts';

const sample = await startSampleUpstream();
afterAll(() => sample.stop());
const upstream = createUpstreamClient({ baseUrl: sample.url, timeoutMs: 5_000 });
const silent = createUpstreamClient({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 200 });

const nothing = { supplierGstin: undefined, publicUrl: 'http://academy.example', mail: undefined };
const gstin = '29AAAAM0000M1ZX';

it('names what is missing, the policies of the sample included', async () => {
  expect(await missingSetupSteps({ ...nothing, appEnv: 'staging' }, upstream)).toEqual([
    'Supplier: SUPPLIER_GSTIN is not set',
    'Domain: PUBLIC_URL has no https',
    'Email: no mail server is set',
    expect.stringMatching(/^Own policies: the sample's text is still in .*refund_policy/),
  ]);
});

it('does not take policies for own ones that cannot be read', async () => {
  expect(await missingSetupSteps({ ...nothing, appEnv: 'production' }, silent)).toContain(
    'Own policies: the upstream does not answer',
  );
});

it('asks of a demo for the supplier alone', async () => {
  expect(await missingSetupSteps({ ...nothing, appEnv: 'demo' }, silent)).toHaveLength(1);
  expect(await missingSetupSteps({ ...nothing, appEnv: 'demo', supplierGstin: gstin }, silent)).toEqual([]);
});
