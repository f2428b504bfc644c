import type { MailData, MailKind, MailSender, RenderedMail } from './mail-data.ts';

/**
 * @param kind which mail
 * @param data what it says; text of people is escaped and cut here
 * @param sender for the footer
 */
export function renderMail<Kind extends MailKind>(
  kind: Kind,
  data: MailData[Kind],
  sender: MailSender,
): RenderedMail {
  throw new Error(`no template of ${kind} for ${sender.brand}: ${Object.keys(data).length} fields`);
}
