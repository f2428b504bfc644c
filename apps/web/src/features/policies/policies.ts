import type { PolicyName } from '@meridian/contracts/site/policy-page';
import { policyPaths } from './policy-paths.ts';

/** Paths and titles of the four policy pages. Their texts come from the upstream. */
export const policies: Record<PolicyName, { path: string; title: string; description: string }> = {
  privacy_policy: {
    path: policyPaths.privacy_policy,
    title: 'Privacy Policy',
    description: 'What we do with the details you give us, why, for how long, and the rights you have.',
  },
  terms_conditions: {
    path: policyPaths.terms_conditions,
    title: 'Terms and Conditions',
    description: 'The terms under which we teach and you learn: bookings, payment, attendance and conduct.',
  },
  complaint_handling_policy: {
    path: policyPaths.complaint_handling_policy,
    title: 'Complaint Handling Policy',
    description: 'How to tell us that something went wrong, who looks into it, and by when you hear from us.',
  },
  refund_policy: {
    path: policyPaths.refund_policy,
    title: 'Cancellation and Refund Policy',
    description: 'What happens when you or we cancel a class, and when and how money is returned.',
  },
};
