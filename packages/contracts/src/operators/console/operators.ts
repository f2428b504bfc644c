/** Operators, their sessions and their actions. */
import { z } from 'zod';
import { roles } from './roles.ts';

const role = z.enum(roles);

export const signedIn = z.object({
  operator: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: role,
  }),
  /** True while the second factor must still be set up: no other action is allowed. */
  enrolling: z.boolean(),
  /** End of the current step-up; until then, no new code is required. */
  stepped_up_until: z.string().nullable(),
  /** True if the operator signed in with the identity provider: a step-up is another sign-in there. */
  by_oidc: z.boolean(),
  /** False if no mail server is set. */
  sends_emails: z.boolean(),
});
export type SignedIn = z.output<typeof signedIn>;

export const secondFactor = z.object({
  /** `otpauth://…`, for an authenticator app. */
  totp_uri: z.string(),
});
export type SecondFactor = z.output<typeof secondFactor>;

export const operatorRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: role,
  ready: z.boolean(),
  passkeys: z.number(),
  disabled_at: z.string().nullable(),
  last_seen_at: z.string().nullable(),
});
export type OperatorRow = z.output<typeof operatorRow>;

/** A session of an operator. */
export const sessionRow = z.object({
  id: z.string(),
  started_at: z.string(),
  last_seen_at: z.string(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** True for the session of the current request. */
  is_this: z.boolean(),
});
export type SessionRow = z.output<typeof sessionRow>;

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

export const setting = z.object({
  name: z.string(),
  value: z.string(),
});
export type Setting = z.output<typeof setting>;
