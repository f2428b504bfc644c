import { z } from 'zod';
import { html } from '../lenient.ts';

/** Policy pages by their names in the upstream. */
export const policyNames = [
  'privacy_policy',
  'terms_conditions',
  'complaint_handling_policy',
  'refund_policy',
] as const;
export type PolicyName = (typeof policyNames)[number];

export const policyPage = {
  request: z.object({ page_name: z.enum(policyNames) }),
  data: z.object({ content: html }),
};
