import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import { addressKey } from '../../platform/database/address-key.ts';
import { readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
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

interface AboutOperator {
  email: string;
  by: string;
  /** Time of the change, ISO 8601. */
  at: string;
  consoleUrl: string;
}
type Notice =
  | { kind: 'operator_reset'; facts: AboutOperator }
  | { kind: 'operator_role_changed'; facts: AboutOperator & { from: string; to: string } };

/** Emails the operator and the admins, except the admin who made the change. */
async function notifyOperators(
  transaction: Transaction<Database>,
  about: Omit<AboutOperator, 'at'>,
  toNotice: (facts: AboutOperator) => Notice,
): Promise<void> {
  const at = (await readClock(transaction)).toISOString();
  const notice = toNotice({ ...about, at, consoleUrl: new URL('/settings', about.consoleUrl).href });
  const cause = `${notice.kind}:${randomUUIDv7()}`;
  const recipients = new Set([about.email, ...(await adminAddresses(transaction))]);
  recipients.delete(about.by);
  await enqueueMails(
    transaction,
    [...recipients].map((recipient) => ({
      ...notice,
      cause: `${cause}:${addressKey(recipient)}`,
      recipient,
    })),
  );
}

export const createOperatorActions = ({ consoleUrl }: OperatorActionServices): Pick<Actions, Names> => ({
  'operators.invite': {
    async run(transaction, { email, role }) {
      const token = await inviteOperator(transaction, { email, role });
      return {
        done: `${email} is invited as ${role}. Send them the link. It can be used once, within 72 hours.`,
        link: invitationLink(consoleUrl, token),
      };
    },
    audit: ({ email, role }) => ({ subject: subjectOf(email), detail: { role } }),
  },
  'operators.disable': {
    async run(transaction, { email }, actor) {
      if (email === actor.email)
        throw new Refusal(
          'conflict',
          'own_account',
          'You cannot disable your own account. Ask another admin.',
        );
      return {
        done: `${email} is disabled. All sessions have ended.`,
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
      await notifyOperators(transaction, { email, by: actor.email, consoleUrl }, (facts) => ({
        kind: 'operator_reset',
        facts,
      }));
      return {
        done: `The account of ${email} was reset. Send them the link. It can be used once, within 72 hours.`,
        link: invitationLink(consoleUrl, token),
        operator,
      };
    },
    audit: (_input, { operator }) => ({ subject: subjectOf(operator.id) }),
  },
  'operators.set-role': {
    async run(transaction, { email, role }, actor) {
      if (email === actor.email)
        throw new Refusal('conflict', 'own_account', 'You cannot change your own role. Ask another admin.');
      const operator = await changeRole(transaction, email, role);
      const change = { from: operator.former_role, to: operator.role };
      await notifyOperators(transaction, { email, by: actor.email, consoleUrl }, (facts) => ({
        kind: 'operator_role_changed',
        facts: { ...facts, ...change },
      }));
      return { done: `${email} now has the role ${role}.`, operator };
    },
    audit: (_input, { operator }) => ({
      subject: subjectOf(operator.id),
      detail: { from: operator.former_role, to: operator.role },
    }),
  },
});
