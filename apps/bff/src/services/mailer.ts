/** Composes the sender of mails. */
import { brand } from '@meridian/contracts/brand';
import { provider } from '@meridian/contracts/provider';
import type { MailSender } from '@meridian/mail-templates';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { createOrderComposer } from '../checkout/mails/order-composer.ts';
import { pdfAttachments } from '../checkout/mails/order-pdfs.ts';
import { createUnfinishedComposer } from '../checkout/unfinished/unfinished-composer.ts';
import type { Database } from '../database/database.ts';
import type { Env } from '../env.ts';
import type { RenderMail } from '../mail/composer.ts';
import { createMailer } from '../mail/mailer.ts';
import type { LetterOptions } from '../mail/render-mail.ts';
import type { Metrics } from '../observability/metrics.ts';
import { createSelfServiceComposer } from '../self-service/mail-composer.ts';
import { createOfferComposer } from '../waitlist/offer-composer.ts';

/** Who sends, for the footer of every mail: as on invoices where any are issued, else as on the pages. */
export function mailSenderOf({ supplier, publicUrl }: Pick<Env, 'supplier' | 'publicUrl'>): MailSender {
  const { grievanceOfficer, ...shown } = provider;
  const invoiced = supplier && {
    legalName: supplier.legalName,
    address: [supplier.address.street, supplier.address.town, supplier.address.pin].join(', '),
  };
  return { brand, siteUrl: publicUrl, ...(invoiced ?? shown), grievanceOfficer };
}

/** Templates, React and calendars load with the first mail: a replica that only serves pages sends none. */
function renderOnUse(options: LetterOptions): RenderMail {
  return async (mail) => {
    const { templatesOf } = await import('../mail/render-mail.ts');
    return templatesOf(options)(mail);
  };
}

export function openMailer(env: Env, database: Kysely<Database>, log: FastifyBaseLogger, metrics: Metrics) {
  const { mail: settings, supplier, operatorEmail, publicUrl, retentionDays } = env;
  return createMailer({
    ...{ database, settings, operatorEmail, publicUrl, retentionDays, log },
    consoleUrl: env.console?.url,
    render: renderOnUse({ sender: mailSenderOf(env), from: settings?.from ?? '' }),
    readAttachments: pdfAttachments(database),
    composers: [
      createOrderComposer({ publicUrl, issuesInvoices: supplier !== undefined }),
      createOfferComposer(publicUrl),
      createUnfinishedComposer(publicUrl),
      createSelfServiceComposer(),
    ],
    onResult: metrics.countMail,
  });
}
