import { createUpstreamClient } from '../../../../partners/upstream/upstream-client.ts';
import { findSamplePolicies } from '../../../../site/catalogue/sample-policies.ts';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok, reasonOf } from '../../finding.ts';

/** The upstream answers, and in production with own policies. */
export async function checkUpstream({ settings }: DoctorContext): Promise<Finding> {
  const { appEnv, upstreamUrl, upstreamTimeoutMs } = settings();
  const advice =
    'Correct UPSTREAM_URL, or start the upstream; `pnpm contract --upstream URL` checks its calls.';
  try {
    const upstream = createUpstreamClient({ baseUrl: upstreamUrl, timeoutMs: upstreamTimeoutMs });
    const { status } = await upstream.read('header', {});
    if (Number(status) !== 1) return fault(`The upstream refuses a read with status ${status}`, advice);
    const sample = await findSamplePolicies(upstream);
    if (sample.length === 0) return ok('The upstream answers');
    if (appEnv !== 'production')
      return ok(`The upstream answers, with policies of the sample brand: ${sample.join(', ')}`);
    return fault(
      `These policies are the sample brand's: ${sample.join(', ')}`,
      'Replace them in the content of the upstream: production does not start with them.',
    );
  } catch (error) {
    return fault(`The upstream does not answer: ${reasonOf(error)}`, advice);
  }
}
