import type { SignedIn } from '@meridian/contracts/operators/console/operators';
import { isAllowed, type Role } from '@meridian/contracts/operators/console/roles';
import { createContext, use } from 'react';

export const SessionContext = createContext<SignedIn | null>(null);

/** @throws TypeError outside a session */
export function useOperator() {
  const session = use(SessionContext);
  if (!session) throw new TypeError('nobody is signed in here');
  const { operator, by_oidc: byOidc } = session;
  return { ...operator, byOidc, may: (role: Role) => isAllowed(operator.role, role) };
}
