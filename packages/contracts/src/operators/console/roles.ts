/** Roles of operators, and what each may do. */

export const roles = ['viewer', 'desk', 'finance', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Rights besides those of the role itself: `desk` manages leads and attendees, `finance` after money. */
const rights: Record<Role, readonly Role[]> = {
  viewer: ['viewer'],
  desk: ['viewer', 'desk'],
  finance: ['viewer', 'finance'],
  admin: roles,
};

/** @returns whether a role is enough for what needs another one */
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
