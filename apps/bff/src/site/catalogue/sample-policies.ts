import { type PolicyName, policyNames } from '@meridian/contracts/site/policy-page';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { isOfSample } from '../../platform/settings/sample-values.ts';

/**
 * @returns policies of the upstream that still have the text of the sample brand and would be legally binding
 * @throws RemoteError if the upstream does not answer
 */
export async function findSamplePolicies(upstream: Pick<UpstreamClient, 'read'>): Promise<PolicyName[]> {
  const pages = await Promise.all(
    policyNames.map(async (name) => ({ name, page: await upstream.read('page', { page_name: name }) })),
  );
  return pages.filter(({ page }) => isOfSample(JSON.stringify(page.data ?? ''))).map(({ name }) => name);
}
