import { z } from 'zod';
import { roles } from '../console/roles.ts';
import { action } from './action.ts';

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, { error: 'Enter an email address' });
const role = z.enum(roles, { error: `Enter one of ${roles.join(', ')}` });

const rights = { role: 'admin', stepUp: true, positional: ['email'], changes: ['Operators'] } as const;

const operator = z.object({ id: z.string(), email: z.string(), role });

export const operatorsInvite = action({
  ...rights,
  name: 'operators.invite',
  title: 'Invited an operator',
  input: z.strictObject({ email, role }),
  result: {
    /** Invitation link, valid once within 72 hours. */
    link: z.string(),
  },
  hasSecretResult: true,
});

export const operatorsDisable = action({
  ...rights,
  name: 'operators.disable',
  title: 'Disabled an operator',
  input: z.strictObject({ email }),
  result: { operator },
});

export const operatorsEnable = action({
  ...rights,
  name: 'operators.enable',
  title: 'Enabled a disabled operator',
  input: z.strictObject({ email }),
  result: { operator },
});

export const operatorsReset2fa = action({
  ...rights,
  name: 'operators.reset-2fa',
  title: 'Reset the sign-in of an operator',
  input: z.strictObject({ email }),
  result: { link: z.string(), operator },
  hasSecretResult: true,
});

export const operatorsSetRole = action({
  ...rights,
  name: 'operators.set-role',
  title: 'Changed the role of an operator',
  input: z.strictObject({ email, role }),
  result: { operator: operator.extend({ former_role: role }) },
});
