/** Composes the sender of emails. */
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { createAbandonedComposer } from '../../enrolment/messages/abandoned-composer.ts';
import { createOrderComposer } from '../../enrolment/messages/order-composer.ts';
import { pdfAttachments } from '../../enrolment/messages/order-pdfs.ts';
import { createOfferComposer } from '../../enrolment/waitlist/offer-composer.ts';
import { createConsentComposer } from '../../mail/consents/confirm-consents.ts';
import type { RenderMail } from '../../mail/outbox/composer.ts';
import { mailSenderOf } from '../../mail/outbox/mail-sender.ts';
import { createMailer } from '../../mail/outbox/mailer.ts';
import type { MailOptions } from '../../mail/outbox/render-mail.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';
import type { Env } from '../../platform/settings/env.ts';

/**
 * Loads React's renderer and the calendar code with the first email: a replica that only serves pages sends
 * none.
 */
function renderOnUse(optionsOf: () => MailOptions): RenderMail {
  return async (mail) => {
    const { templatesOf } = await import('../../mail/outbox/render-mail.ts');
    return templatesOf(optionsOf())(mail);
  };
}

export function openMailer(env: Env, database: Kysely<Database>, log: FastifyBaseLogger, metrics: Metrics) {
  const { mail: settings, supplier, operatorEmail, publicUrl, retentionDays } = env;
  return createMailer({
    database,
    settings,
    operatorEmail,
    publicUrl,
    retentionDays,
    log,
    consoleUrl: env.console?.url,
    // Created for each email, because another instance may have been applied.
    render: renderOnUse(() => ({ sender: mailSenderOf(env), from: settings?.from ?? '' })),
    readAttachments: pdfAttachments(database),
    composers: [
      createOrderComposer({ publicUrl, issuesInvoices: supplier !== undefined }),
      createOfferComposer(publicUrl),
      createAbandonedComposer(publicUrl),
      createConsentComposer(publicUrl),
    ],
    onResult: metrics.countMail,
  });
}
