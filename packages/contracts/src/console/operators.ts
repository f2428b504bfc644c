/** Operators, their sessions, and what they did. */
import { z } from 'zod';
import type { Role } from './roles.ts';

export interface SignedIn {
  operator: { id: string; name: string; email: string; role: Role };
  /** The second factor still has to be set up: nothing else is allowed. */
  enrolling: boolean;
  /** Until when what asks for a fresh proof works without one. */
  proved_until: string | null;
  /** Signed in by the identity provider: signing in there again is the proof. */
  by_oidc: boolean;
}

export interface SecondFactor {
  /** `otpauth://…`, for an authenticator app. */
  totp_uri: string;
}

export interface OperatorRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  ready: boolean;
  passkeys: number;
  disabled_at: string | null;
  last_seen_at: string | null;
}

/** A session of an operator. */
export interface SessionRow {
  id: string;
  started_at: string;
  last_seen_at: string;
  ip_address: string | null;
  user_agent: string | null;
  /** The one that asks. */
  is_this: boolean;
}

export const auditRow = z.object({
  id: z.string(),
  at: z.string(),
  operator_email: z.string(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditRow = z.output<typeof auditRow>;

export interface Setting {
  name: string;
  value: string;
}
