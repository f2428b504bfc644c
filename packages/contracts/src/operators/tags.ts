/** What the console reads again together. */
export const tags = [
  'Session',
  'Sessions',
  'Operators',
  'Today',
  'Leads',
  'Lead',
  'Orders',
  'Order',
  'Coupons',
  'Documents',
  'Mails',
  'Mail',
  'Suppressions',
  'Work',
  'Views',
  'Batches',
  'Waitlist',
  'DataRequests',
  'Requests',
  'Complaints',
  'Webhooks',
  'Assignments',
  'Audit',
  'Setup',
] as const;

export type Tag = (typeof tags)[number];
