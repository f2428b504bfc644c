import { renderToStaticMarkup } from 'react-dom/server';
import type { MailData, MailKind, MailSender, RenderedMail } from './mail-data.ts';
import { attendeeConfirmed } from './mails/attendee-confirmed.ts';
import { batchCalledOff } from './mails/batch-called-off.ts';
import { batchMessage } from './mails/batch-message.ts';
import { bookingCancelled } from './mails/booking-cancelled.ts';
import { bookingConfirmed } from './mails/booking-confirmed.ts';
import { bookingMoved } from './mails/booking-moved.ts';
import { bookingPending } from './mails/booking-pending.ts';
import { checkoutUnfinished } from './mails/checkout-unfinished.ts';
import { creditNote } from './mails/credit-note.ts';
import { dataErased } from './mails/data-erased.ts';
import { dataLink } from './mails/data-link.ts';
import { documentsIssued } from './mails/documents-issued.ts';
import { enquiryCopy } from './mails/enquiry-copy.ts';
import { joiningChanged } from './mails/joining-changed.ts';
import { manageLink } from './mails/manage-link.ts';
import { operatorAlert } from './mails/operator-alert.ts';
import { receiptLinks } from './mails/receipt-links.ts';
import { reminder } from './mails/reminder.ts';
import { seatsUnavailable } from './mails/seats-unavailable.ts';
import { waitlistOffer } from './mails/waitlist-offer.ts';
import { footer } from './parts/footer.ts';
import { layout, markupOf } from './parts/layout.ts';
import { subjectOf } from './safe-text.ts';
import type { Template } from './template.ts';
import { bodyText, footerText } from './text-part.ts';

const templates: { [Kind in MailKind]: (data: MailData[Kind]) => Template } = {
  booking_confirmed: bookingConfirmed,
  attendee_confirmed: attendeeConfirmed,
  booking_pending: bookingPending,
  seats_unavailable: seatsUnavailable,
  booking_cancelled: bookingCancelled,
  booking_moved: bookingMoved,
  batch_called_off: batchCalledOff,
  credit_note: creditNote,
  documents_issued: documentsIssued,
  reminder,
  waitlist_offer: waitlistOffer,
  checkout_unfinished: checkoutUnfinished,
  receipt_links: receiptLinks,
  manage_link: manageLink,
  enquiry_copy: enquiryCopy,
  operator_alert: operatorAlert,
  joining_changed: joiningChanged,
  batch_message: batchMessage,
  data_link: dataLink,
  data_erased: dataErased,
};

export const mailKinds = Object.keys(templates) as MailKind[];

/**
 * @param kind which mail
 * @param data what it says; text of people is cleaned, cut and escaped here
 * @param sender for the footer
 */
export function renderMail<Kind extends MailKind>(
  kind: Kind,
  data: MailData[Kind],
  sender: MailSender,
): RenderedMail {
  const template = templates[kind](data);
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
