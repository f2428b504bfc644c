/** The setting of the refund after a cancellation. */
import { type RefundPolicy, refundStep } from '@meridian/contracts/enrolment/refund-policy';
import { z } from 'zod';

const shape = 'must be steps such as 336:100,168:75, hours before the batch and per cent';

function stepOf(text: string) {
  const [, hours, percent, within] = /^(\d{1,4}):(\d{1,3})(?::(\d{1,4}))?$/.exec(text.trim()) ?? [];
  return refundStep.safeParse({
    until_hours_before: Number(hours),
    percent: Number(percent),
    ...(within !== undefined && { within_hours_of_payment: Number(within) }),
  });
}

/** Of steps that apply whenever it was paid: a later cancellation gets less. */
function faultOf(policy: RefundPolicy): string | undefined {
  const general = policy
    .filter((step) => step.within_hours_of_payment === undefined)
    .toSorted((one, other) => other.until_hours_before - one.until_hours_before);
  for (const [index, later] of general.entries()) {
    const earlier = general[index - 1];
    if (earlier && later.percent >= earlier.percent && earlier.percent > 0)
      return `gives ${later.percent} % at ${later.until_hours_before} hours and no more at ${earlier.until_hours_before}`;
  }
  return undefined;
}

export const refundPolicy = z
  .string()
  .default('72:100:24,336:100,168:75,72:50')
  .transform((text, context): RefundPolicy => {
    const read = text.split(',').map(stepOf);
    const policy = read.flatMap(({ data }) => (data ? [data] : []));
    const fault = policy.length < read.length ? shape : faultOf(policy);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    return policy;
  });
