import { renderToStaticMarkup } from 'react-dom/server';
import { type MailData, type MailKind, mails } from './kinds.ts';
import type { MailSender } from './mail-sender.ts';
import { chooseColours } from './parts/colours.ts';
import { footer } from './parts/footer.ts';
import { layout, markupOf } from './parts/layout.ts';
import { subjectOf } from './safe-text.ts';
import { bodyText, footerText } from './text-part.ts';

export interface RenderedMail {
  /** One line without line breaks. */
  subject: string;
  html: string;
  text: string;
  /** Only for emails that the recipient can unsubscribe from. */
  unsubscribeUrl?: string;
}

/**
 * Renders an email. Cleans, truncates and escapes text that people typed.
 * @param sender shown in the header and the footer
 */
export function renderMail<Kind extends MailKind>(
  kind: Kind,
  data: MailData[Kind],
  sender: MailSender,
): RenderedMail {
  chooseColours(sender.colours);
  const template = mails[kind].render(data);
  const { preheader, reason, unsubscribeUrl } = template;
  const { brand } = sender;
  const ending = unsubscribeUrl !== undefined && { unsubscribeUrl };
  const subject = subjectOf(template.subject);
  const body = markupOf(template.body);
  const closing = markupOf(footer(sender, { reason, ...ending }));
  const page = layout({ subject, preheader, brand, body, footer: closing });
  return {
    subject,
    html: `<!doctype html>${renderToStaticMarkup(page)}`,
    text: [brand, bodyText(body), `${footerText(closing, { isShared: !ending })}\n`].join('\n\n'),
    ...ending,
  };
}
