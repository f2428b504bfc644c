import { toEmailRow } from '../../mail/outbox/email-row.ts';
import { resendMail } from '../../mail/outbox/resend-mail.ts';
import { liftSuppression } from '../../mail/outbox/suppressions.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Actions } from './action.ts';

export interface EmailActionServices {
  jobs: Pick<Jobs, 'enqueue'>;
}

export const createEmailActions = ({
  jobs,
}: EmailActionServices): Pick<Actions, 'emails.resend' | 'emails.unsuppress'> => ({
  'emails.resend': {
    run: async (transaction, { id }) => ({
      done: 'The email is queued to be sent again.',
      emails: [toEmailRow(await resendMail(transaction, jobs, id))],
    }),
    audit: ({ id }) => ({ subject: { kind: 'mail', id } }),
  },
  'emails.unsuppress': {
    async run(transaction, { address }) {
      const { address_key: id, source } = await liftSuppression(transaction, address);
      return { done: 'The address gets emails again.', suppressions: [{ id, source }] };
    },
    audit: (_input, { suppressions: [lifted] }) => ({
      subject: { kind: 'suppression', id: lifted?.id ?? '' },
    }),
  },
});
