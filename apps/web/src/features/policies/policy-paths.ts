import type { PolicyName } from '@meridian/contracts/site/policy-page';

export const policyPaths: Record<PolicyName, string> = {
  privacy_policy: '/privacy-policy',
  terms_conditions: '/terms-and-conditions',
  complaint_handling_policy: '/complaint-handling-policy',
  refund_policy: '/cancellation-and-refund-policy',
};
