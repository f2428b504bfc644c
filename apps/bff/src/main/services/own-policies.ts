import type { FastifyBaseLogger } from 'fastify';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import type { Env } from '../../platform/settings/env.ts';
import { EnvError } from '../../platform/settings/env-error.ts';
import { findSamplePolicies } from '../../site/catalogue/sample-policies.ts';

/**
 * In production, refuses policies of the sample brand. If the upstream does not answer, the start continues.
 * @throws EnvError naming these policies
 */
export async function requireOwnPolicies(
  { appEnv }: Pick<Env, 'appEnv'>,
  upstream: Pick<UpstreamClient, 'read'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  if (appEnv !== 'production') return;
  let sample: string[] = [];
  try {
    sample = await findSamplePolicies(upstream);
  } catch (error) {
    if (!isRemoteError(error, 'upstream')) throw error;
    log.warn({ err: error }, 'the policies could not be read, so sample texts cannot be detected');
  }
  if (sample.length > 0) throw new EnvError(sample.map((name) => `policy ${name}: is the sample brand's`));
}
