/** Settings that operators may read: never a secret, never an address that holds one. */
import type { Env } from '../../platform/settings/env.ts';
import { version } from '../../platform/settings/version.ts';

const onOff = (value: boolean) => (value ? 'on' : 'off');

export function shownSettings(env: Env): { name: string; value: string }[] {
  const policy = env.refundPolicy
    .map(
      ({ until_hours_before: hours, percent, within_hours_of_payment: within }) =>
        `${percent} % until ${hours} hours before the start${within ? `, within ${within} hours of the payment` : ''}`,
    )
    .join('; ');
  return [
    { name: 'Version', value: version },
    { name: 'Environment', value: env.appEnv },
    { name: 'Site', value: env.publicUrl },
    { name: 'Upstream', value: new URL(env.upstreamUrl).origin },
    { name: 'Upstream honours idempotency keys', value: onOff(env.upstreamIdempotent) },
    { name: 'Upstream takes changes of bookings', value: onOff(env.upstreamBookingChanges) },
    { name: 'Payment provider key', value: env.razorpay.keyId },
    { name: 'Company in the CRM', value: env.crmCompany },
    { name: 'Unique field in the CRM', value: env.zoho.leadIdField ?? 'none: a lead may arrive twice' },
    { name: 'Invoices', value: env.supplier ? `issued as ${env.invoices.prefix}` : 'none are issued' },
    { name: 'Refund policy', value: policy },
    { name: 'Mail', value: env.mail ? `from ${env.mail.from}` : 'none is sent' },
    { name: 'Operators are told at', value: env.operatorEmail ?? 'nowhere' },
    { name: 'Unpaid seats are held for', value: `${env.seatHoldMinutes} minutes` },
    { name: 'Offers from the waiting list hold for', value: `${env.waitlistOfferHours} hours` },
    { name: 'Contact details are erased after', value: `${env.retentionDays} days` },
    { name: 'Virus scanner', value: onOff(env.clamdUrl !== undefined) },
  ];
}
