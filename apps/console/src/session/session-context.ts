import type { SignedIn } from '@meridian/contracts/operators/console/operators';
import { isAllowed, type Role } from '@meridian/contracts/operators/console/roles';
import { createContext, use } from 'react';

export const SessionContext = createContext<SignedIn | null>(null);

/** @throws TypeError if no operator is signed in */
export function useOperator() {
  const session = use(SessionContext);
  if (!session) throw new TypeError('useOperator must be called inside a session');
  const { operator, by_oidc: byOidc, sends_emails: sendsEmails } = session;
  return { ...operator, byOidc, sendsEmails, may: (role: Role) => isAllowed(operator.role, role) };
}
