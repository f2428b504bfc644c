import type { ReceiptData } from '@meridian/contracts/enrolment/receipt';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSite } from '../../../testing/site.tsx';
import { answerCalls, receipt, receiptPath, refusal, success } from '../testing.tsx';

// The browser loads these modules on use. React's test mode does not wait for them.
await import('./fill-seats.tsx');
await import('./read-list.ts');

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

const openAttendees = async () => userEvent.click(await screen.findByText('Name the attendees'));
const field = (name: string) => screen.findByLabelText(name);
async function put(name: string, text: string): Promise<void> {
  await userEvent.click(await field(name));
  await userEvent.paste(text);
}

describe('the attendees on a receipt', () => {
  it('are listed, and the empty seats can be filled', async () => {
    const answer: Places = { attendees: [ravi, zoe, null], attendees_open: true };
    const calls = await openReceipt({ attendees: [ravi, null, null], attendees_open: true }, () =>
      success(answer),
    );
    expect(screen.getByText('Ravi Menon')).toBeInTheDocument();
    expect(screen.getByText('2 seats have no attendee yet.')).toBeInTheDocument();
    await openAttendees();
    await put('Name, person 1', zoe.name);
    await put('Email, person 1', zoe.email);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('1 attendee saved.')).toHaveFocus();
    expect(calls.bodiesOf(nameCall)).toEqual([{ attendees: [zoe] }]);
    // The list is updated after the message, because it is read from the store.
    expect(await screen.findByText(zoe.email)).toBeInTheDocument();
    expect(screen.getByText('1 seat has no attendee yet.')).toBeInTheDocument();
    expect(await field('Name, person 1')).toHaveValue('');
  });

  it('are marked at their row if they already have a seat, and nothing is sent', async () => {
    const calls = await openReceipt({ attendees: [ravi, null], attendees_open: true });
    await openAttendees();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please type a name and an email address first.')).toBeInTheDocument();
    await put('Name, person 1', 'Ravi');
    await put('Email, person 1', 'Ravi@Example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please check the marked rows first.')).toBeInTheDocument();
    expect(screen.getByText(/Two attendees have this email/)).toBeInTheDocument();
    expect(calls.bodiesOf(nameCall)).toEqual([]);
  });

  it('are marked at their row if the server refuses them, and the current seats are shown', async () => {
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

  it('stay in the form if the server cannot save them', async () => {
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
    ['a receipt from a server of an earlier version', {}],
    ['an order whose seats cannot be filled', { attendees: [null, null], attendees_open: false }],
  ])('are not asked for: %s', async (_what, places) => {
    await openReceipt(places);
    expect(screen.queryByText('Attendees')).not.toBeInTheDocument();
  });

  it('are asked for with “Is someone else attending?” if the order has one seat', async () => {
    await openReceipt({ attendees: [null], attendees_open: true });
    expect(await screen.findByText('Is someone else attending?')).toBeInTheDocument();
  });
});

describe('the rows of attendees', () => {
  const empty = (count: number): Places => ({
    attendees: Array.from({ length: count }, () => null),
    attendees_open: true,
  });
  const nameOf = (number: number) => screen.findByLabelText(`Name, person ${number}`);
  const emailOf = (number: number) => screen.findByLabelText(`Email, person ${number}`);
  const file = (content: string, name = 'team.csv') => new File([content], name, { type: 'text/csv' });

  it('are added with Enter, which moves to the next field and does not submit them, and can be removed', async () => {
    const calls = await openReceipt(empty(4));
    await openAttendees();
    await userEvent.type(await nameOf(3), 'A{Enter}');
    expect(await emailOf(3)).toHaveFocus();
    await userEvent.keyboard('a@b.in{Enter}');
    await waitFor(async () => expect(await nameOf(4)).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Add a person' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Remove person 1' }));
    await waitFor(async () => expect(await nameOf(1)).toHaveFocus());
    expect(await nameOf(2)).toHaveValue('A');
    expect(calls.bodiesOf(nameCall)).toEqual([]);
  });

  it('come from a file; errors and rows without a seat are shown row by row', async () => {
    const calls = await openReceipt(empty(3), () => success(empty(3)));
    await openAttendees();
    const list =
      '\ufeffName;Email\r\nRavi Menon;ravi@example.com\r\n"Zoë Łukasiewicz";zoe@example.com\r\n' +
      'Nobody;nobody\r\nRavi Kumar;ravi@example.com\r\nAsha Rao;asha@example.in\r\nLast One;last@example.com\r\n';
    await userEvent.upload(await screen.findByLabelText('Choose a CSV file'), file(list));
    expect(await screen.findByText(/^Found 6 people in team.csv\./)).toBeInTheDocument();
    const row = async (number: number) => within((await nameOf(number)).closest('li') ?? expect.fail());
    expect((await row(3)).getByText('Email address is invalid')).toBeInTheDocument();
    expect((await row(4)).getByText(/Two attendees have this email/)).toBeInTheDocument();
    expect(
      (await row(6)).getByText(/No seat is left for this person: the list has more people than the 3 seats/),
    ).toBeInTheDocument();
    expect(screen.getByText(/3 rows have an error and are skipped/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.bodiesOf(nameCall)).toHaveLength(1));
    expect(calls.bodiesOf(nameCall)[0]?.attendees).toEqual([
      ravi,
      zoe,
      { name: 'Asha Rao', email: 'asha@example.in' },
    ]);
  });

  it('can be restored by Undo to the rows before the import, until a row is edited', async () => {
    await openReceipt(empty(3));
    await openAttendees();
    await put('Name, person 1', 'Zoë');
    await put('Email, person 1', 'zoe@example.com');
    const choose = await screen.findByLabelText('Choose a CSV file');
    await userEvent.upload(choose, file('Ravi Menon,ravi@example.com'));
    expect(await nameOf(2)).toHaveValue('Ravi Menon');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await nameOf(1)).toHaveValue('Zoë');
    expect(await nameOf(2)).toHaveValue('');
    expect(screen.getByText(/The list is removed/)).toBeInTheDocument();
    await userEvent.upload(choose, file('Ravi Menon,ravi@example.com'));
    await screen.findByRole('button', { name: 'Undo' });
    await put('Name, person 3', 'Asha');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('come from text pasted into any row; pasting a person twice adds them once', async () => {
    await openReceipt(empty(3));
    await openAttendees();
    await userEvent.click(await nameOf(1));
    await userEvent.paste('Ravi Menon\travi@example.com\nZoë Łukasiewicz\tzoe@example.com\n');
    expect(await screen.findByText(/^Found 2 people in the pasted text\./)).toBeInTheDocument();
    expect(await nameOf(2)).toHaveValue(zoe.name);
    const area = screen.getByLabelText(/Paste it here/);
    await userEvent.click(area);
    await userEvent.paste('Ravi Menon, ravi@example.com\nAsha Rao, asha@example.in');
    await userEvent.click(screen.getByRole('button', { name: 'Add these people' }));
    expect(
      await screen.findByText(/^Found 2 people in the pasted text. 1 was already listed\./),
    ).toBeInTheDocument();
    expect(await nameOf(3)).toHaveValue('Asha Rao');
    expect(area).toHaveValue('');
  });

  it('do not change if a list cannot be read', async () => {
    await openReceipt(empty(3));
    await openAttendees();
    const choose = await screen.findByLabelText('Choose a CSV file');
    await userEvent.upload(choose, new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'team.csv'));
    expect(await screen.findByText(/team.csv is a spreadsheet. Save it as CSV/)).toBeInTheDocument();
    const bytes = Uint8Array.from({ length: 4_000 }, (_, index) => (index * 7_919) % 256);
    await userEvent.upload(choose, new File([bytes], 'team.csv'));
    expect(await screen.findByText(/team.csv is not a text file/)).toBeInTheDocument();
    await userEvent.upload(choose, file('\r\n'));
    expect(await screen.findByText('No people were found in team.csv.')).toBeInTheDocument();
    await userEvent.upload(choose, file('x'.repeat(600_000)));
    expect(await screen.findByText('team.csv is too large for a list of people.')).toBeInTheDocument();
    expect(await nameOf(1)).toHaveValue('');
  });
});
