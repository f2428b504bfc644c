import { taxRateOn } from '@meridian/contracts/enrolment/tax-rates';
import { amountsOf } from '../../src/enrolment/documents/amounts.ts';
import { eInvoiceOf } from '../../src/enrolment/documents/e-invoice.ts';
import type { IssuedDocument } from '../../src/enrolment/documents/issued.ts';
import type { Correction, Supply } from '../../src/enrolment/documents/supply.ts';
import type { Supplier } from '../../src/platform/settings/supplier.ts';
import { supplier } from './settings.ts';

export const company = {
  legal_name: 'Bright Mills Private Limited',
  gstin: '27AAPFU0939F1ZV',
  address: '14 Mill Road, Parel, Mumbai',
  pin: '400012',
  invoice_email: 'accounts@mills.example',
  po_number: 'PO-7',
};

export function someSupply(change: Partial<Supply> = {}): Supply {
  return {
    bookingNumber: 'K7M3PX',
    paymentId: 'pay_PxYwZ0aBcDeF12',
    buyer: { name: 'Asha Nair', state: '29', company: null },
    course: 'Leading SAFe',
    startsOn: '2026-12-05',
    endsOn: '2026-12-06',
    pricedOn: '2026-11-22',
    seats: 2,
    unitPaise: 18_999_00,
    subTotalPaise: 37_998_00,
    discountPaise: 0,
    couponCode: null,
    totalPaise: 44_837_64,
    placeOfSupply: '29',
    placeAssumed: false,
    ...change,
  };
}

/** Returns a document as it is read from the database. */
export function someDocument(
  change: Partial<IssuedDocument> = {},
  supply: Supply = someSupply(),
  correction: Correction = { reason: 'cancellation', cancelledSeats: supply.seats },
  seller: Supplier = supplier,
): IssuedDocument {
  const { kind = 'invoice', number = 'MA/2627/000001', issuedOn = '2026-11-22', reference = null } = change;
  const { placeOfSupply = supply.placeOfSupply ?? '29' } = change;
  const place = placeOfSupply === '29' ? 'own_state' : 'other_state';
  const amounts = change.amounts ?? amountsOf(supply.totalPaise, place, 18);
  const { bookingNumber, paymentId, course, startsOn, endsOn, seats, couponCode, buyer } = supply;
  return {
    number,
    kind,
    issuedOn,
    reference,
    placeOfSupply,
    amounts,
    withoutTax: change.withoutTax ?? false,
    orderId: '6f2b1c1e-0a53-4f0e-9e43-0d7c1b1e2f3a',
    issuedAt: new Date('2026-11-22T06:30:00Z'),
    series: 'MA',
    financialYear: '2627',
    registered: buyer.company !== null,
    placeAssumed: change.placeAssumed ?? false,
    eInvoice: eInvoiceOf({
      kind,
      number,
      issuedOn,
      supplier: seller,
      supply,
      placeOfSupply,
      amounts,
      rate: taxRateOn(supply.pricedOn),
      corrected:
        reference === null
          ? undefined
          : someDocument({ number: reference, placeOfSupply }, supply, correction, seller),
    }),
    details: {
      bookingNumber,
      paymentId,
      course,
      startsOn,
      endsOn,
      seats,
      couponCode,
      poNumber: buyer.company?.po_number ?? null,
      referenceIssuedOn: reference === null ? null : '2026-11-22',
      correction: reference === null ? null : correction,
      advance: change.details?.advance ?? null,
      signatory: seller.signatory,
    },
    irn: null,
    ackNo: null,
    ackOn: null,
    signedQr: null,
  };
}
