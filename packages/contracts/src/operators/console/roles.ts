/** Roles of operators and their rights. */

export const roles = ['viewer', 'desk', 'finance', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The roles that each role includes, itself among them. See `roleDescriptions`. */
const rights: Record<Role, readonly Role[]> = {
  viewer: ['viewer'],
  desk: ['viewer', 'desk'],
  finance: ['viewer', 'finance'],
  admin: roles,
};

/** @returns true if `role` includes the role `needed` */
export function isAllowed(role: Role, needed: Role): boolean {
  return rights[role].includes(needed);
}

export const roleDescriptions: Record<Role, string> = {
  viewer: 'sees leads, orders, batches and other lists, and changes nothing',
  desk: 'manages leads, batches, attendees, complaints, emails and the waiting list',
  finance: 'decides about orders and cases, makes refunds, issues documents, and manages prices and coupons',
  admin: 'does all of these, erases data, and manages operators, set-up, webhooks, terms and sales',
};

export const isRole = (text: string | undefined): text is Role => roles.some((role) => role === text);
