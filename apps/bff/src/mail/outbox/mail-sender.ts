import { brand } from '@meridian/contracts/brand';
import { provider } from '@meridian/contracts/provider';
import type { MailSender } from '@meridian/mail-templates';
import type { Env } from '../../platform/settings/env.ts';

/** Who sends, for the footer of every mail: as on invoices where any are issued, else as on the pages. */
export function mailSenderOf({ supplier, publicUrl }: Pick<Env, 'supplier' | 'publicUrl'>): MailSender {
  const { grievanceOfficer, ...shown } = provider;
  const invoiced = supplier && {
    legalName: supplier.legalName,
    address: [supplier.address.street, supplier.address.town, supplier.address.pin].join(', '),
  };
  return { brand, siteUrl: publicUrl, ...(invoiced ?? shown), grievanceOfficer };
}
