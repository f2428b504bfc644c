import { createUpstreamClient } from '../../../partners/upstream/upstream-client.ts';
import type { DoctorContext } from '../check.ts';
import { type Finding, fault, ok, reasonOf } from '../finding.ts';

/** A read of the upstream, which has no parameters. */
export async function checkUpstream({ settings }: DoctorContext): Promise<Finding> {
  const { upstreamUrl, upstreamTimeoutMs } = settings();
  const advice =
    'Correct UPSTREAM_URL, or start it; `pnpm contract --upstream URL` tells what its calls answer.';
  try {
    const { status } = await createUpstreamClient({
      baseUrl: upstreamUrl,
      timeoutMs: upstreamTimeoutMs,
    }).read('header', {});
    if (Number(status) === 1) return ok('The upstream answers');
    return fault(`The upstream refuses a read with status ${status}`, advice);
  } catch (error) {
    return fault(`The upstream gives no answer: ${reasonOf(error)}`, advice);
  }
}
