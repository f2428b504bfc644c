import { randomUUIDv7 } from 'node:crypto';
import { noteMails } from '../../mail/outbox/note-mail.ts';
import { addressKey } from '../../platform/database/address-key.ts';
import { readClock } from '../../platform/database/clock.ts';
import { Refusal } from '../../platform/refusal.ts';
import { invitationLink, inviteOperator } from '../accounts/invitations.ts';
import {
  adminAddresses,
  changeRole,
  disableOperator,
  enableOperator,
  resetSecondFactor,
} from '../accounts/operators.ts';
import type { Actions } from './action.ts';

export interface OperatorActionServices {
  /** Origin of the console, for the links of invitations. */
  consoleUrl: string;
}

type Names =
  | 'operators.invite'
  | 'operators.disable'
  | 'operators.enable'
  | 'operators.reset-2fa'
  | 'operators.set-role';

const subjectOf = (id: string) => ({ kind: 'operator', id }) as const;

export const createOperatorActions = ({ consoleUrl }: OperatorActionServices): Pick<Actions, Names> => ({
  'operators.invite': {
    async run(transaction, { email, role }) {
      const token = await inviteOperator(transaction, { email, role });
      return {
        done: `${email} is invited as ${role}. Send them the link; it works once, for 72 hours.`,
        link: invitationLink(consoleUrl, token),
      };
    },
    audit: ({ email, role }) => ({ subject: subjectOf(email), detail: { role } }),
  },
  'operators.disable': {
    async run(transaction, { email }, actor) {
      if (email === actor.email)
        throw new Refusal('conflict', 'own_account', 'Nobody disables themselves: ask another admin.');
      return {
        done: `${email} is disabled: all sessions are over.`,
        operator: await disableOperator(transaction, email),
      };
    },
    audit: (_input, { operator }) => ({ subject: subjectOf(operator.id) }),
  },
  'operators.enable': {
    async run(transaction, { email }) {
      const operator = await enableOperator(transaction, email);
      return { done: `${email} can sign in again, as before.`, operator };
    },
    audit: (_input, { operator }) => ({ subject: subjectOf(operator.id) }),
  },
  'operators.reset-2fa': {
    async run(transaction, { email }, actor) {
      const { token, operator } = await resetSecondFactor(transaction, email);
      const facts = {
        email,
        by: actor.email,
        at: (await readClock(transaction)).toISOString(),
        consoleUrl: new URL('/settings', consoleUrl).href,
      };
      const cause = `operator_reset:${randomUUIDv7()}`;
      const recipients = new Set([email, ...(await adminAddresses(transaction))]);
      recipients.delete(actor.email);
      await noteMails(
        transaction,
        [...recipients].map((recipient) => ({
          kind: 'operator_reset',
          cause: `${cause}:${addressKey(recipient)}`,
          recipient,
          facts,
        })),
      );
      return {
        done: `${email} starts over. Send them the link; it works once, for 72 hours.`,
        link: invitationLink(consoleUrl, token),
        operator,
      };
    },
    audit: (_input, { operator }) => ({ subject: subjectOf(operator.id) }),
  },
  'operators.set-role': {
    async run(transaction, { email, role }, actor) {
      if (email === actor.email)
        throw new Refusal('conflict', 'own_account', 'Nobody changes their own role: ask another admin.');
      const operator = await changeRole(transaction, email, role);
      return { done: `${email} has the role ${role} from now on.`, operator };
    },
    audit: (_input, { operator }) => ({
      subject: subjectOf(operator.id),
      detail: { from: operator.former_role, to: operator.role },
    }),
  },
});
