import type { ReceiptData } from '@meridian/contracts/enrolment/receipt';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSite } from '../../../testing/site.tsx';
import { answerCalls, receipt, receiptPath, refusal, success } from '../testing.tsx';

await import('./fill-seats.tsx');

beforeEach(() => sessionStorage.clear());

const ravi = { name: 'Ravi Menon', email: 'ravi@example.com' };
const zoe = { name: 'Zoë Łukasiewicz', email: 'zoe@example.com' };
const receiptCall = `/api/receipts/${receiptPath.slice('/receipt/'.length)}`;
const nameCall = `${receiptCall}/attendees`;

type Places = Pick<ReceiptData, 'attendees' | 'attendees_open'>;

async function openReceipt(places: Places, onName: () => Response = () => success({})) {
  const calls = answerCalls({
    [receiptCall]: () => success({ ...receipt, number_of_course: 3, ...places }),
    [nameCall]: onName,
  });
  await openSite(receiptPath, {});
  await screen.findByText('Booking confirmed');
  return calls;
}

const openAttendees = async () => userEvent.click(await screen.findByText('Name the people who attend'));
const field = (name: string) => screen.findByLabelText(name);
async function put(name: string, text: string): Promise<void> {
  await userEvent.click(await field(name));
  await userEvent.paste(text);
}

describe('the attendees on a receipt', () => {
  it('are listed, and their empty places can be filled', async () => {
    const answer: Places = { attendees: [ravi, zoe, null], attendees_open: true };
    const calls = await openReceipt({ attendees: [ravi, null, null], attendees_open: true }, () =>
      success(answer),
    );
    expect(screen.getByText('Ravi Menon')).toBeInTheDocument();
    expect(screen.getByText('2 places are not named yet.')).toBeInTheDocument();
    await openAttendees();
    await put('Name, person 1', zoe.name);
    await put('Email, person 1', zoe.email);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('1 person is named.')).toHaveFocus();
    expect(calls.bodiesOf(nameCall)).toEqual([{ attendees: [zoe] }]);
    // The list follows the message: it is read from the store.
    expect(await screen.findByText(zoe.email)).toBeInTheDocument();
    expect(screen.getByText('1 place is not named yet.')).toBeInTheDocument();
    expect(await field('Name, person 1')).toHaveValue('');
  });

  it('who have a place already are marked at their row, before anything is sent', async () => {
    const calls = await openReceipt({ attendees: [ravi, null], attendees_open: true });
    await openAttendees();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please type a name and an email address first.')).toBeInTheDocument();
    await put('Name, person 1', 'Ravi');
    await put('Email, person 1', 'Ravi@Example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please check the marked rows first.')).toBeInTheDocument();
    expect(screen.getByText(/Another person has this email/)).toBeInTheDocument();
    expect(calls.bodiesOf(nameCall)).toEqual([]);
  });

  it('that are refused are marked at their row, with the current places', async () => {
    const message = 'This email address is named for another seat of this order';
    await openReceipt({ attendees: [null, null], attendees_open: true }, () =>
      Response.json(
        {
          status: 0,
          message: `${message}.`,
          errors: { 'attendees.0.email': [message] },
          data: { attendees: [ravi, null], attendees_open: true },
        },
        { status: 409 },
      ),
    );
    await openAttendees();
    await put('Name, person 1', 'Ravi K');
    await put('Email, person 1', ravi.email);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(`${message}.`)).toBeInTheDocument();
    expect(await field('Email, person 1')).toHaveAccessibleDescription(message);
    expect(await screen.findByText('Ravi Menon')).toBeInTheDocument();
  });

  it('stay in the form if there is no answer', async () => {
    await openReceipt({ attendees: [null, null], attendees_open: true }, () =>
      refusal('Try again later.', 503),
    );
    await openAttendees();
    await put('Name, person 1', zoe.name);
    await put('Email, person 1', zoe.email);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Try again later.')).toBeInTheDocument();
    expect(await field('Name, person 1')).toHaveValue(zoe.name);
  });

  it.each([
    ['a receipt of a server of before', {}],
    ['an order whose places cannot be filled', { attendees: [null, null], attendees_open: false }],
  ])('are not asked for: %s', async (_what, places) => {
    await openReceipt(places);
    expect(screen.queryByText('Who attends')).not.toBeInTheDocument();
  });

  it('one seat: the payer attends by default', async () => {
    await openReceipt({ attendees: [null], attendees_open: true });
    expect(await screen.findByText('Is somebody else attending?')).toBeInTheDocument();
  });
});
