import { maxRecipientsWithoutCode } from '@meridian/contracts/operators/actions/batches';
import type { MailSender } from '@meridian/mail-templates';
import type { Kysely } from 'kysely';
import { confirmChange, dismissChange } from '../../enrolment/batches/decide-change.ts';
import { notifyJoining, setJoining } from '../../enrolment/batches/joining.ts';
import {
  type BatchMessageText,
  describeAudience,
  type MessagePreview,
  previewMessage,
  sendMessage,
} from '../../enrolment/batches/message.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Actions, type Actor, requireStepUp } from './action.ts';

type BatchAction =
  | 'batches.confirm-change'
  | 'batches.dismiss-change'
  | 'batches.send-message'
  | 'batches.set-joining';

export interface BatchActionServices {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
  /** Origin of the site, for links in emails. */
  publicUrl: string;
  /** True if a mail server is set. */
  sendsMails: boolean;
  mailSender: () => MailSender;
}

const countOf = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const requireStepUpForMany = (actor: Actor, recipients: number) => {
  if (recipients > maxRecipientsWithoutCode) requireStepUp(actor);
};

async function renderFor(
  { example }: Pick<MessagePreview, 'example'>,
  message: BatchMessageText,
  sender: MailSender,
) {
  if (!example) return null;
  // Loaded with the first preview, because the templates load React.
  const { renderMail } = await import('@meridian/mail-templates');
  const { order, name } = example;
  const { subject, text } = renderMail('batch_message', { name, batch: order.batch, ...message }, sender);
  return { subject, text };
}

export function refuseWithoutMail({ sendsMails }: Pick<BatchActionServices, 'sendsMails'>): void {
  if (!sendsMails)
    throw new Refusal(
      'conflict',
      'mail_unset',
      'No mail server is set: nothing would be sent (SMTP_URL in the settings).',
    );
}

export const createBatchActions = (services: BatchActionServices): Pick<Actions, BatchAction> => ({
  'batches.confirm-change': {
    async run(transaction, { id }) {
      const { jobs, publicUrl } = services;
      const orders = await confirmChange(transaction, { jobs, publicUrl }, id);
      return {
        done: `The change is confirmed. Payers and attendees of ${countOf(orders, 'order')} get an email.`,
        changes: [{ id, orders }],
      };
    },
    audit: ({ id }) => ({ subject: { kind: 'batch_change', id } }),
  },
  'batches.dismiss-change': {
    async run(transaction, { id, note }) {
      await dismissChange(transaction, id, note);
      return { done: 'The difference is ignored. No email is sent.', changes: [{ id }] };
    },
    audit: ({ id }) => ({ subject: { kind: 'batch_change', id } }),
  },
  'batches.send-message': {
    async preview({ id, ...message }) {
      const { example, confirm, ...audience } = await previewMessage(services.database, id, message);
      if (audience.addresses > 0) refuseWithoutMail(services);
      const lines = describeAudience(audience);
      const rendered = await renderFor({ example }, message, services.mailSender());
      return { done: lines.join('; '), confirm, ...audience, lines, rendered };
    },
    async run(transaction, { id, confirm, ...message }, actor) {
      const { email: by } = actor;
      const audience = await sendMessage(transaction, services.jobs, id, { message, confirm, by });
      refuseWithoutMail(services);
      requireStepUpForMany(actor, audience.addresses - audience.already);
      return {
        done: `The message is being sent to ${describeAudience(audience).join('; ')}.`,
        messages: [audience],
      };
    },
    audit: ({ id }, { messages: [sent] }) => ({
      subject: { kind: 'batch', id: String(id) },
      detail: { addresses: (sent?.addresses ?? 0) - (sent?.already ?? 0), suppressed: sent?.suppressed ?? 0 },
    }),
  },
  'batches.set-joining': {
    async run(transaction, { id, text }, actor) {
      const { isChange, orders, people } = await setJoining(transaction, id, text);
      requireStepUpForMany(actor, people);
      return {
        done: isChange
          ? `The instructions are set. Payers and attendees of ${countOf(orders, 'order')} get an email.`
          : 'The instructions are unchanged: no email is sent.',
        batches: [{ id, orders }],
      };
    },
    afterCommit: async () => {
      await notifyJoining(services);
    },
    audit: ({ id }) => ({ subject: { kind: 'batch', id: String(id) } }),
  },
});
