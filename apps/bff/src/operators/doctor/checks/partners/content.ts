import { placeOfFault } from '@meridian/contracts/site/content-faults';
import { readContentFaults } from '../../../../partners/upstream/content-faults.ts';
import { createUpstreamClient } from '../../../../partners/upstream/upstream-client.ts';
import { isRemoteError } from '../../../../platform/remote/remote-error.ts';
import type { DoctorContext } from '../../check.ts';
import { countOf, type Finding, fault, ok, skipped, warning } from '../../finding.ts';

const maxNamed = 3;

/** Checks that the upstream's content files have no mistakes. */
export async function checkContent({ settings }: DoctorContext): Promise<Finding> {
  const { upstreamUrl, upstreamTimeoutMs } = settings();
  try {
    const upstream = createUpstreamClient({ baseUrl: upstreamUrl, timeoutMs: upstreamTimeoutMs });
    const faults = await readContentFaults(upstream);
    if (!faults) return ok('The upstream does not report mistakes in its content');
    const [first] = faults;
    if (!first) return ok('The content has no mistakes');
    const named = faults
      .slice(0, maxNamed)
      .map((one) => `${placeOfFault(one)}: ${one.message}`)
      .join('; ');
    const others = faults.length > maxNamed ? `; and ${faults.length - maxNamed} more` : '';
    const text = `${countOf(faults.length, 'mistake')} in the content: ${named}${others}`;
    const advice = 'Correct the files; the console lists all mistakes (Catalogue).';
    return first.effect === 'warning' ? warning(text, advice) : fault(text, advice);
  } catch (error) {
    if (!isRemoteError(error, 'upstream')) throw error;
    return error.code === 'malformed'
      ? warning(error.message, "Correct the upstream's response to the call content_faults.")
      : skipped(`The upstream does not answer: ${error.message}`);
  }
}
