import { randomUUID } from 'node:crypto';
import { instance } from '@meridian/contracts/site/instance';
import { openConnection } from '../../partners/smtp/smtp-connection.ts';
import type { MailSettings } from '../../platform/settings/mail.ts';

/**
 * Sends one message directly to the mail server, without the outbox.
 * @returns why the server did not accept the message, without addresses; undefined if it was accepted
 */
export async function sendTestMessage(mail: MailSettings, address: string): Promise<string | undefined> {
  const id = randomUUID();
  const connection = openConnection(mail);
  const text = `This is the test message of the set-up of ${instance().name}. If it is in the spam folder, check SPF, DKIM and DMARC.`;
  try {
    const outcome = await connection.send({
      id,
      messageId: `<${id}@setup.invalid>`,
      to: address,
      date: new Date(),
      attachments: [],
      letter: { subject: `Test message of ${instance().name}`, text, html: `<p>${text}</p>` },
    });
    return outcome.kind === 'accepted' ? undefined : outcome.reason;
  } finally {
    connection.close();
  }
}
