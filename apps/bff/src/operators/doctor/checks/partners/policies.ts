import { termNames } from '@meridian/contracts/enrolment/terms-text';
import { policyNames } from '@meridian/contracts/site/policy-page';
import { type ReferenceValues, referenceFault } from '@meridian/contracts/site/text-references';
import { createUpstreamClient } from '../../../../partners/upstream/upstream-client.ts';
import { isRemoteError } from '../../../../platform/remote/remote-error.ts';
import { findSamplePolicies } from '../../../../site/catalogue/sample-policies.ts';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok, warning } from '../../finding.ts';

/**
 * Checks that every policy page has a text, that its references have values, and that in production its text
 * is not that of the sample brand.
 */
export async function checkPolicies({ settings }: DoctorContext): Promise<Finding> {
  const { appEnv, upstreamUrl, upstreamTimeoutMs, instanceFolder } = settings();
  const upstream = createUpstreamClient({ baseUrl: upstreamUrl, timeoutMs: upstreamTimeoutMs });
  try {
    const pages = await Promise.all(
      policyNames.map(async (name) => ({ name, page: await upstream.read('page', { page_name: name }) })),
    );
    const texts = pages.map(({ name, page }) => ({ name, text: textOf(page.data) }));
    const empty = texts.filter(({ text }) => !isWritten(text)).map(({ name }) => name);
    if (empty.length > 0)
      return fault(
        `These policies have no text: ${empty.join(', ')}`,
        'Write them in the content of the upstream; payers agree to them.',
      );
    const wrong = texts.flatMap(({ name, text }) =>
      referenceFaults(text, instanceFolder.references).map((message) => `${name} ${message}`),
    );
    if (wrong.length > 0)
      return fault(
        `Visitors see references instead of values: ${wrong.join('; ')}`,
        'Add the missing settings, or correct the text in the content of the upstream.',
      );
    const sample = await findSamplePolicies(upstream);
    if (sample.length === 0) return ok('All policies have your own text');
    if (appEnv !== 'production') return ok(`Policies of the sample brand: ${sample.join(', ')}`);
    return fault(
      `These policies are the sample brand's: ${sample.join(', ')}`,
      'Replace them in the content of the upstream: production does not start with them.',
    );
  } catch (error) {
    if (!isRemoteError(error, 'upstream')) throw error;
    return warning(
      `The policies could not be read: ${error.message}`,
      'Start the upstream, or correct UPSTREAM_URL.',
    );
  }
}

const textOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'content' in data && typeof data.content === 'string'
    ? data.content
    : '';

const isWritten = (text: string): boolean => text.replace(/<[^>]*>/g, '').trim() !== '';

function referenceFaults(text: string, values: ReferenceValues): string[] {
  const names = new Set([...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, name = '']) => name));
  const known: readonly string[] = [...termNames, ...values.keys()];
  return [...names].filter((name) => !known.includes(name)).map((name) => referenceFault(name));
}
