/** Joins the outbox to the templates. */
import { type MailSender, renderMail } from '@meridian/mail-templates';
import type { RenderMail } from './composer.ts';

/** @param sender for the footer of every mail */
export function templatesOf(sender: MailSender): RenderMail {
  return ({ kind, data }) => renderMail(kind, data as never, sender);
}
