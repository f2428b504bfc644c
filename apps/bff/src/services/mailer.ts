/** Composes the sender of mails. */
import { brand } from '@meridian/contracts/brand';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { createOrderComposer } from '../checkout/mails/order-composer.ts';
import { pdfAttachments } from '../checkout/mails/order-pdfs.ts';
import type { Database } from '../database/database.ts';
import type { Env } from '../env.ts';
import { createMailer } from '../mail/mailer.ts';
import { templatesOf } from '../mail/render-mail.ts';
import type { Metrics } from '../observability/metrics.ts';
import { createSelfServiceComposer } from '../self-service/mail-composer.ts';
import { createOfferComposer } from '../waitlist/offer-composer.ts';

export function openMailer(env: Env, database: Kysely<Database>, log: FastifyBaseLogger, metrics: Metrics) {
  const { mail: settings, supplier, operatorEmail, publicUrl, retentionDays } = env;
  const address =
    supplier && [supplier.address.street, supplier.address.town, supplier.address.pin].join(', ');
  const sender = { brand, siteUrl: publicUrl, legalName: supplier?.legalName, address };
  return createMailer({
    ...{ database, settings, operatorEmail, publicUrl, retentionDays, log },
    render: templatesOf({ sender, from: settings?.from ?? '' }),
    readAttachments: pdfAttachments(database),
    composers: [
      createOrderComposer({ publicUrl, issuesInvoices: supplier !== undefined }),
      createOfferComposer(publicUrl),
      createSelfServiceComposer(),
    ],
    onResult: metrics.countMail,
  });
}
