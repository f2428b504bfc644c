/** Roles of operators, and what each may do. */

export const roles = ['viewer', 'desk', 'finance', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Rights besides those of the role itself: `desk` looks after leads and attendees, `finance` after money. */
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
  desk: 'looks after leads and attendees',
  finance: 'gives money back',
  admin: 'does all of it, and looks after operators',
};

export const isRole = (text: string | undefined): text is Role => roles.some((role) => role === text);
