/** Roles of operators and their rights. */

export const roles = ['viewer', 'desk', 'finance', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Further roles that a role includes. `desk` manages leads and attendees, `finance` manages payments. */
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
  viewer: 'sees leads and orders',
  desk: 'manages leads and attendees',
  finance: 'makes refunds',
  admin: 'does all of these and manages operators',
};

export const isRole = (text: string | undefined): text is Role => roles.some((role) => role === text);
