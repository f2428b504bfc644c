import { success } from '@meridian/contracts/envelope';
import {
  type ContentFault,
  contentFaultsCall,
  contentFaultsData,
} from '@meridian/contracts/site/content-faults';
import type { UpstreamClient } from './upstream-client.ts';
import { malformedAnswer } from './upstream-error.ts';

/**
 * Reads the errors in the upstream's content.
 * @returns undefined if the upstream does not report errors, or refuses the call
 * @throws RemoteError
 */
export async function readContentFaults(
  upstream: Pick<UpstreamClient, 'readOptional'>,
): Promise<ContentFault[] | undefined> {
  const answer = await upstream.readOptional(contentFaultsCall, {});
  if (answer?.status !== success) return undefined;
  const parsed = contentFaultsData.safeParse(answer.data);
  if (!parsed.success) throw malformedAnswer(contentFaultsCall, parsed.error);
  return parsed.data.faults;
}
