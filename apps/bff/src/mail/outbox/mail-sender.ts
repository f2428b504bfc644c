import { instance } from '@meridian/contracts/site/instance';
import type { MailSender } from '@meridian/mail-templates';
import type { Env } from '../../platform/settings/env.ts';
import { writtenAddress } from '../../platform/settings/supplier.ts';

/** @returns the sender for the footer of every email; without a supplier, the footer names only the brand */
export function mailSenderOf({ supplier, publicUrl }: Pick<Env, 'supplier' | 'publicUrl'>): MailSender {
  const { name: brand, theme, contact, grievance: grievanceOfficer } = instance();
  const { email, phone } = contact;
  const company = supplier && {
    legalName: supplier.legalName,
    address: writtenAddress(supplier.address),
  };
  return {
    brand,
    siteUrl: publicUrl,
    ...company,
    colours: theme.colours,
    contact: { email, phone },
    grievanceOfficer,
  };
}
