import { instance } from '@meridian/contracts/site/instance';
import { renderMail } from '@meridian/mail-templates';
import { describe, expect, it } from 'vitest';
import { mailSenderOf } from './mail-sender.ts';

const publicUrl = 'https://www.example.com';
const supplier = {
  legalName: 'Invoicing Private Limited',
  gstin: '29AAAAA0000A1ZY',
  address: { street: '1 High Street', town: 'Bengaluru', pin: '560001' },
  signatory: null,
};

describe('the sender in the footer', () => {
  it('has the grievance officer; without a supplier it is named by the brand', () => {
    const sender = mailSenderOf({ supplier: undefined, publicUrl });
    const { html, text } = renderMail('receipt_links', { orders: [] }, sender);
    const { name, email, phone } = instance().grievance;
    for (const said of [instance().name, name, email, phone]) {
      expect(html).toContain(said);
      expect(text.replaceAll(/\s+/g, ' ')).toContain(said);
    }
  });

  it('has the legal name and address of the invoices if invoices are issued', () => {
    expect(mailSenderOf({ supplier, publicUrl })).toMatchObject({
      legalName: 'Invoicing Private Limited',
      address: '1 High Street, Bengaluru 560001',
      grievanceOfficer: instance().grievance,
    });
  });
});
