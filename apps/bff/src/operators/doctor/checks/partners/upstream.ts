import { createUpstreamClient } from '../../../../partners/upstream/upstream-client.ts';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok, reasonOf } from '../../finding.ts';

/** Checks that the upstream responds to a read. */
export async function checkUpstream({ settings }: DoctorContext): Promise<Finding> {
  const { upstreamUrl, upstreamTimeoutMs } = settings();
  const advice =
    'Correct UPSTREAM_URL, or start the upstream; `pnpm contract --upstream URL` checks its calls.';
  try {
    const upstream = createUpstreamClient({ baseUrl: upstreamUrl, timeoutMs: upstreamTimeoutMs });
    const { status } = await upstream.read('header', {});
    if (Number(status) !== 1) return fault(`The upstream refuses a read with status ${status}`, advice);
    return ok('The upstream answers');
  } catch (error) {
    return fault(`The upstream does not answer: ${reasonOf(error)}`, advice);
  }
}
