import { instance } from '@meridian/contracts/site/instance';
import { beforeEach, describe, expect, it } from 'vitest';
import { purchase, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { someBatch } from '../../../testing/checkout/upstream-double.ts';
import { eraseContacts } from '../orders/erasure/erase-contacts.ts';

const stack = await useCheckoutStack();
const { http } = stack;

beforeEach(() => stack.reset());

const company = {
  legal_name: ' Bright Mills Private Limited ',
  gstin: ' 27aapfu0939f1zv ',
  address: '14 Mill Road, Parel, Mumbai',
  pin: '400 012',
};
const storedCompany = {
  legal_name: 'Bright Mills Private Limited',
  gstin: '27AAPFU0939F1ZV',
  address: '14 Mill Road, Parel, Mumbai',
  pin: '400012',
};

const receiptOf = async (path: string) =>
  (await http.get(`/api/receipts/${path.replace('/receipt/', '')}`).expect(200)).body.data;

describe('billing of POST /api/checkout', () => {
  it('is stored with the order, with the GSTIN in upper case and without spaces', async () => {
    const billing = {
      state: '27',
      company: { ...company, invoice_email: 'accounts@mills.example', po_number: 'PO-7' },
    };
    const { order_id: id, receipt_path: path } = await stack.open({ billing });
    expect(await stack.order(id)).toMatchObject({
      billingState: '27',
      supplierState: '29',
      placeOfSupply: '27',
      placeAssumed: false,
      company: { ...storedCompany, invoice_email: 'accounts@mills.example', po_number: 'PO-7' },
    });
    expect(await receiptOf(path)).toMatchObject({ igst: 6_839.64, cgst: 0, sgst: 0 });
  });

  it('is optional: without it the supplier’s state is assumed as the place of supply', async () => {
    const { order_id: id, receipt_path: path } = await stack.open();
    expect(await stack.order(id)).toMatchObject({
      billingState: null,
      placeOfSupply: '29',
      placeAssumed: true,
      company: null,
    });
    expect(await receiptOf(path)).toMatchObject({ cgst: 3_419.82, sgst: 3_419.82, igst: 0 });
  });

  it('keeps the address of a person, and ignores an unreadable one', async () => {
    const address = { address: ' 7 Beach Road, Panaji ', pin: '403 001' };
    const read = { address: '7 Beach Road, Panaji', pin: '403001' };
    const opened = await stack.open({ billing: { state: '30', address } });
    expect((await stack.order(opened.order_id)).billingAddress).toEqual(read);
    for (const bad of [
      { address: '', pin: '403001' },
      { address: 'x'.repeat(500), pin: '1' },
      'Panaji',
      null,
    ]) {
      const { order_id: id } = await stack.open({ billing: { state: '30', address: bad } });
      expect(await stack.order(id)).toMatchObject({ billingState: '30', billingAddress: null });
    }
    const { order_id: id } = await stack.open({ billing: { state: '27', address, company } });
    expect(await stack.order(id)).toMatchObject({ billingAddress: null, company: storedCompany });
  });

  it('may have a state other than the GSTIN’s', async () => {
    const { order_id: id } = await stack.open({ billing: { state: '29', company } });
    expect(await stack.order(id)).toMatchObject({ billingState: '29', placeOfSupply: '27' });
  });

  it('uses the GSTIN’s state if no state is given', async () => {
    const { order_id: id } = await stack.open({ billing: { company } });
    expect(await stack.order(id)).toMatchObject({ billingState: '27', placeOfSupply: '27' });
  });

  it('uses the venue of a classroom batch as the place of supply, and stores it with the order', async () => {
    const venue = { mode: 'classroom', venue_state: '29' };
    stack.upstream.schedules.set(101, [{ ...someBatch(), ...venue }]);
    const { order_id: id, receipt_path: path } = await stack.open({ billing: { state: '27' } });
    expect(await stack.order(id)).toMatchObject({ placeOfSupply: '29', placeAssumed: false, batch: venue });
    expect(await receiptOf(path)).toMatchObject({ cgst: 3_419.82, igst: 0 });
  });

  it.each([
    [
      'a typo in the GSTIN',
      { gstin: '27AAPFU0939F1ZW' },
      'gstin',
      'This GSTIN is incomplete or has a typing error',
    ],
    ['no name', { legal_name: '' }, 'legal_name', 'Company name is required'],
    ['no address', { address: undefined }, 'address', 'Address is required'],
    ['a PIN of five digits', { pin: '40001' }, 'pin', 'A PIN code has six digits'],
    ['an invalid email address', { invoice_email: 'accounts' }, 'invoice_email', 'Email address is invalid'],
  ])('is refused with %s', async (_name, change, field, message) => {
    const billing = { state: '27', company: { ...company, ...change } };
    const answer = await http
      .post('/api/checkout')
      .send({ ...purchase, billing })
      .expect(400);
    expect(answer.body.errors).toEqual({ [`billing.company.${field}`]: [message] });
  });

  const refusedFor = async (billing: object, more: object = {}) =>
    (
      await http
        .post('/api/checkout')
        .send({ ...purchase, ...more, billing })
        .expect(400)
    ).body;

  it('from abroad is accepted with a place abroad if the setting allows it, and otherwise refused with our email address', async () => {
    const billing = { state: '96' };
    const { order_id: id } = await stack.open({ billing });
    expect(await stack.order(id)).toMatchObject({ placeOfSupply: '96', placeAssumed: false });
    stack.deps.settings.foreignBuyers = 'ask';
    const { errors } = await refusedFor(billing);
    expect(errors).toEqual({ 'billing.state': [expect.stringContaining(instance().contact.email)] });
  });

  it('from abroad is not charged for a classroom in India', async () => {
    stack.upstream.schedules.set(101, [{ ...someBatch(), mode: 'classroom', venue_state: '29' }]);
    const { errors } = await refusedFor({ state: '96' });
    expect(errors).toEqual({ 'billing.state': [expect.stringContaining('in a classroom in India')] });
  });

  it('of a unit in an SEZ is not charged', async () => {
    const { errors } = await refusedFor({ company: { ...company, sez: true } });
    expect(errors).toEqual({ 'billing.company.sez': [expect.stringContaining(instance().contact.email)] });
    const { order_id: id } = await stack.open({ billing: { company: { ...company, sez: false } } });
    expect(await stack.order(id)).toMatchObject({ company: { ...storedCompany, sez: false } });
  });

  it('refuses the GSTIN of the supplier', async () => {
    const { errors } = await refusedFor({ company: { ...company, gstin: '29AAAAA0000A1ZY' } });
    expect(Object.keys(errors)).toEqual(['billing.company.gstin']);
  });

  it('requires the state of a body of the United Nations', async () => {
    const un = { ...company, gstin: '9917USA00012UNV' };
    expect((await refusedFor({ company: un })).errors).toEqual({ 'billing.state': ['State is required'] });
    const { order_id: id } = await stack.open({ billing: { state: '07', company: un } });
    expect(await stack.order(id)).toMatchObject({ placeOfSupply: '07', placeAssumed: false });
  });

  it('converts a GSTIN’s former state code to the present state', async () => {
    const { order_id: id } = await stack.open({
      billing: { company: { ...company, gstin: '28AAPFU0939F1ZT' } },
    });
    expect(await stack.order(id)).toMatchObject({ billingState: '37', placeOfSupply: '37' });
  });

  it('requires the address of a person from 50,000 rupees on', async () => {
    stack.deps.settings.issuesInvoices = true;
    const three = { number_of_course: 3 };
    expect(Object.keys((await refusedFor({ state: '30' }, three)).errors)).toEqual([
      'billing.address.address',
      'billing.address.pin',
    ]);
    expect((await refusedFor({}, three)).errors).toHaveProperty(['billing.state']);
    // A higher total is reported first. The page then asks for the address.
    const unseen = { ...purchase, ...three, billing: { state: '30' }, expected_total: 4_483_764 };
    const risen = await http.post('/api/checkout').send(unseen).expect(409);
    expect(risen.body.errors).toHaveProperty('expected_total');
    const address = { address: '7 Beach Road, Panaji', pin: '403001' };
    await stack.open({ billing: { state: '30', address }, ...three });
    await stack.open({ billing: { company }, ...three });
    await stack.open({ billing: { state: '30' } });
  });

  it('decides the split of the tax of a price, together with the settings', async () => {
    const { course_id, course_schedule_id, number_of_course } = purchase;
    const ask = async (more: object) =>
      (await http.post('/api/price').send({ course_id, course_schedule_id, number_of_course, ...more })).body
        .data;
    stack.deps.settings.issuesInvoices = true;
    expect(await ask({ state: '29', gstin: '27AAPFU0939F1ZV' })).toMatchObject({
      igst: 6_839.64,
      supplier_state: '29',
    });
    stack.deps.settings.onlinePlace = 'supplier_state';
    expect(await ask({ state: '27' })).toMatchObject({ cgst: 3_419.82, igst: 0 });
    stack.deps.settings.issuesInvoices = false;
    expect(await ask({})).not.toHaveProperty('supplier_state');
  });

  it('is erased with the payer', async () => {
    const { order_id: id } = await stack.open({ billing: { company } });
    const order = await stack.order(id);
    await stack.database
      .transaction()
      .execute((transaction) => eraseContacts(transaction, [order], 'worker'));
    expect((await stack.order(id)).company).toBeNull();
  });
});
