/** Settings that operators may read: no secrets, and no URLs that contain secrets. */
import { instance } from '@meridian/contracts/site/instance';
import type { Env } from '../../platform/settings/env.ts';
import { version } from '../../platform/settings/version.ts';

const onOff = (value: boolean) => (value ? 'on' : 'off');

/** `CRM_COMPANY`, or the current name of the brand. */
export const crmCompany = (env: Pick<Env, 'crmCompany'>): string => env.crmCompany ?? instance().name;

export function shownSettings(env: Env): { name: string; value: string }[] {
  return [
    { name: 'Version', value: version },
    { name: 'Environment', value: env.appEnv },
    { name: 'Site', value: env.publicUrl },
    { name: 'Upstream', value: new URL(env.upstreamUrl).origin },
    { name: 'Upstream supports idempotency keys', value: onOff(env.upstreamIdempotent) },
    { name: 'Upstream supports booking changes', value: onOff(env.upstreamBookingChanges) },
    { name: 'Payment provider key', value: env.razorpay.keyId },
    { name: 'Company in the CRM', value: crmCompany(env) },
    { name: 'Unique field in the CRM', value: env.zoho.leadIdField ?? 'none: leads may be duplicated' },
    {
      name: 'Invoices',
      value: env.supplier ? `issued with the prefix ${env.invoices.prefix}` : 'none are issued',
    },
    { name: 'Email', value: env.mail ? `from ${env.mail.from}` : 'none is sent' },
    { name: 'Operator emails go to', value: env.operatorEmail ?? 'nowhere' },
    { name: 'Hold of unpaid seats', value: `${env.seatHoldMinutes} minutes` },
    { name: 'Hold of waiting-list offers', value: `${env.waitlistOfferHours} hours` },
    { name: 'Retention of contact details', value: `${env.retentionDays} days` },
    { name: 'Virus scanner', value: onOff(env.clamdUrl !== undefined) },
  ];
}
