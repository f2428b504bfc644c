/** A message to everybody of a batch: shown first, then sent. */
import type { MessagePreview } from '@meridian/contracts/console/batches';
import type { MailSender } from '@meridian/mail-templates';
import { z } from 'zod';
import {
  audienceInWords,
  cleanMessage,
  longestMessage,
  longestSubject,
  type MessagePreview as Previewed,
  previewMessage,
  sendMessage,
} from '../../../enrolment/batches/message.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditOf } from '../server/audit-of.ts';
import { type ConsoleCall, route } from '../server/route.ts';
import { batchIdOf } from './batch-id.ts';

const written = {
  subject: z.string().trim().min(1, { error: 'A message has a subject' }).max(longestSubject),
  text: z.string().trim().min(1, { error: 'A message has a text' }).max(longestMessage),
};

async function renderFor(
  { example }: Previewed,
  message: { subject: string; text: string },
  sender: MailSender,
): Promise<MessagePreview['rendered']> {
  if (!example) return null;
  // React is for the first preview, not for every replica with a console.
  const { renderMail } = await import('@meridian/mail-templates');
  const { order, name } = example;
  const { subject, text } = renderMail('batch_message', { name, batch: order.batch, ...message }, sender);
  return { subject, text };
}

function refuseWithoutMail({ deps }: Pick<ConsoleCall, 'deps'>): void {
  if (!deps.health.sendsMail)
    throw new HttpProblem(409, 'No mail server is set: nothing would be sent (SMTP_URL in the settings).');
}

export const messageRoutes = [
  route({
    method: 'POST',
    path: '/batches/:id/message/preview',
    access: 'desk',
    body: z.object(written),
    async handle(call): Promise<MessagePreview> {
      refuseWithoutMail(call);
      const message = cleanMessage(call.body);
      const preview = await previewMessage(call.deps.database, batchIdOf(call), message);
      return {
        addresses: preview.addresses,
        audience: audienceInWords(preview),
        rendered: await renderFor(preview, message, call.deps.mailSender),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/batches/:id/message',
    access: 'desk',
    /** `addresses`: as the preview counted them. */
    body: z.object({ ...written, addresses: z.int().positive() }),
    async handle(call) {
      refuseWithoutMail(call);
      const { addresses: expected, ...message } = call.body;
      const { database, jobs } = call.deps;
      const batchId = batchIdOf(call);
      const audience = await sendMessage(
        { database, jobs },
        batchId,
        { message, expected, by: call.actor().email },
        (transaction, { addresses, suppressed, already }) =>
          recordAudit(
            transaction,
            auditOf(
              call,
              'batch.message',
              { kind: 'batch', id: String(batchId) },
              { addresses: addresses - already, suppressed },
            ),
          ),
      );
      return { done: `On its way to ${audienceInWords(audience).join('; ')}.` };
    },
  }),
];
