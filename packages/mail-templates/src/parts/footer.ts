import { createElement as h, type ReactNode } from 'react';
import type { MailSender } from '../mail-sender.ts';
import { light } from './colours.ts';
import { link } from './text.ts';

function line(...content: ReactNode[]) {
  const style = { margin: '0 0 8px', fontSize: 13, lineHeight: '20px', color: light.soft };
  return h('p', { className: 'soft', style }, ...content);
}

/** Sender, reason, grievance officer, and how to unsubscribe. */
export function footer(sender: MailSender, options: { reason: string; unsubscribeUrl?: string }) {
  const { brand, legalName, address, siteUrl, contact, grievanceOfficer: officer } = sender;
  const company = [legalName ?? brand, address].filter((part) => part).join(', ');
  return [
    line(options.reason),
    contact &&
      line(
        'Questions? Reply to this email, write to ',
        link(contact.email, `mailto:${contact.email}`),
        ` or call ${contact.phone}.`,
      ),
    line(company, ' · ', link(new URL(siteUrl).host, siteUrl)),
    officer &&
      line(
        `Grievance officer: ${officer.name}, `,
        link(officer.email, `mailto:${officer.email}`),
        officer.phone ? `, ${officer.phone}` : '',
      ),
    options.unsubscribeUrl && line(link('Stop these emails', options.unsubscribeUrl)),
  ];
}
