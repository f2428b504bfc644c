/** What has to be set up before seats can be sold. */
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import type { Env } from '../../platform/settings/env.ts';
import { findSamplePolicies } from '../../site/catalogue/sample-policies.ts';

async function policiesFault(upstream: Pick<UpstreamClient, 'read'>): Promise<string | undefined> {
  try {
    const names = await findSamplePolicies(upstream);
    return names.length > 0 ? `Own policies: the sample's text is still in ${names.join(', ')}` : undefined;
  } catch (error) {
    if (!isRemoteError(error, 'upstream')) throw error;
    return 'Own policies: the upstream does not answer';
  }
}

/**
 * A start in production has checked the payment keys. A demo needs the supplier alone.
 * @returns a title for each step that is missing
 */
export async function missingSetupSteps(
  { appEnv, supplierGstin, publicUrl, mail }: Pick<Env, 'appEnv' | 'supplierGstin' | 'publicUrl' | 'mail'>,
  upstream: Pick<UpstreamClient, 'read'>,
): Promise<string[]> {
  const isReal = appEnv !== 'demo';
  const faults = [
    supplierGstin === undefined && 'Supplier: SUPPLIER_GSTIN is not set',
    isReal && !publicUrl.startsWith('https:') && 'Domain: PUBLIC_URL has no https',
    isReal && mail === undefined && 'Email: no mail server is set',
    isReal && (await policiesFault(upstream)),
  ];
  return faults.filter((fault) => typeof fault === 'string');
}
