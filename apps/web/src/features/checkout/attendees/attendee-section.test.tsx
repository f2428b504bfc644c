import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answerCalls,
  noAnswer,
  openCheckout,
  openDialog,
  orderFor,
  payButton,
  putWidget,
  receiptPath,
  refusal,
  selection,
  success,
  widgetResponse,
} from '../testing.tsx';

// Loaded on use in the browser; React's test mode does not wait for it.
await import('./attendee-editor.tsx');
await import('./read-list.ts');

const payer = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.in', phone_number: '98450 12345' };
beforeEach(() => {
  sessionStorage.clear();
  // The payer's draft, which these tests are not about.
  sessionStorage.setItem(`answers ${location.pathname} checkout`, JSON.stringify(payer));
});
afterEach(() => {
  localStorage.clear();
});

const ravi = { name: 'Ravi Menon', email: 'ravi@example.com' };
const zoe = { name: 'Zoë Łukasiewicz', email: 'zoe@example.com' };

function answers(checkout = () => success(orderFor(18_999, 3))) {
  return answerCalls({ '/api/price': noAnswer, '/api/checkout': checkout });
}

const threeSeats = { ...selection, course_qty: 3 };
const openSection = async () => userEvent.click(await screen.findByText('Who will attend?'));
const nameOf = (number: number) => screen.findByLabelText(`Name, person ${number}`);
const emailOf = (number: number) => screen.findByLabelText(`Email, person ${number}`);

async function typePerson(number: number, person: { name: string; email: string }): Promise<void> {
  await userEvent.click(await nameOf(number));
  await userEvent.paste(person.name);
  await userEvent.click(await emailOf(number));
  await userEvent.paste(person.email);
  await userEvent.tab();
}

describe('attendees at the checkout', () => {
  it('are optional, and not sent if nobody is named', async () => {
    const calls = answers();
    const dialogs = putWidget();
    await openCheckout(threeSeats);
    await screen.findByText('Who will attend?');
    expect(screen.queryByLabelText(/person 1/)).not.toBeInTheDocument();
    await openDialog(dialogs);
    expect(calls.bodiesOf('/api/checkout')[0]).not.toHaveProperty('attendees');
  });

  it('are typed row by row, and sent with the order', async () => {
    const calls = answers();
    const dialogs = putWidget();
    await openCheckout(threeSeats);
    await openSection();
    await typePerson(1, ravi);
    await typePerson(2, zoe);
    expect(screen.getByText('2 of 3 named')).toBeInTheDocument();
    await openDialog(dialogs);
    expect(calls.bodiesOf('/api/checkout')[0]?.attendees).toEqual([ravi, zoe]);
  });

  it('that are invalid are shown and left out, and never block the payment', async () => {
    const calls = answers();
    const dialogs = putWidget();
    await openCheckout(threeSeats);
    await openSection();
    await typePerson(1, ravi);
    await typePerson(2, { name: 'Zoë', email: 'zoe' });
    expect(await screen.findByText('Email address is invalid')).toBeInTheDocument();
    expect(await emailOf(2)).toHaveAccessibleDescription('Email address is invalid');
    await typePerson(3, { name: 'Ravi again', email: 'RAVI@example.com' });
    expect(await screen.findByText(/Another person has this email/)).toBeInTheDocument();
    expect(screen.getByText('1 of 3 named, 2 rows are left out')).toBeInTheDocument();
    const dialog = await openDialog(dialogs);
    expect(calls.bodiesOf('/api/checkout')[0]?.attendees).toEqual([ravi]);
    dialog.options.handler(widgetResponse());
    // Rows that were left out can be corrected on the receipt.
    await waitFor(() =>
      expect(JSON.parse(sessionStorage.getItem(`attendees ${receiptPath}`) ?? '{}').people).toEqual([
        { name: 'Zoë', email: 'zoe' },
        { name: 'Ravi again', email: 'RAVI@example.com' },
      ]),
    );
    expect(sessionStorage.getItem('attendees /checkout')).toBeNull();
  });

  it('are no reason for a refusal: the order is then made without them', async () => {
    const refused = { 'attendees.0.email': ['This address cannot be used'] };
    let tries = 0;
    const calls = answers(() => {
      tries += 1;
      return tries === 1 ? refusal('Please check', 400, refused) : success(orderFor(18_999, 3));
    });
    const dialogs = putWidget();
    await openCheckout(threeSeats);
    await openSection();
    await typePerson(1, ravi);
    await openDialog(dialogs);
    expect(calls.bodiesOf('/api/checkout').map(({ attendees }) => attendees)).toEqual([[ravi], undefined]);
  });

  it('are restored after a reload', async () => {
    answers();
    const { unmount } = await openCheckout(threeSeats);
    await openSection();
    await typePerson(1, ravi);
    unmount();
    await openCheckout(threeSeats);
    expect(await screen.findByText('1 of 3 named')).toBeInTheDocument();
    await openSection();
    expect(await nameOf(1)).toHaveValue(ravi.name);
    expect(await emailOf(1)).toHaveValue(ravi.email);
  });

  it('the buyer of one seat attends by default', async () => {
    const calls = answers(() => success(orderFor(18_999, 1)));
    const dialogs = putWidget();
    await openCheckout({ ...selection, course_qty: 1 });
    await payButton();
    expect(screen.queryByText('Who will attend?')).not.toBeInTheDocument();
    const box = screen.getByRole('checkbox', { name: 'I am booking for somebody else' });
    await userEvent.click(box);
    await typePerson(1, ravi);
    await userEvent.click(box);
    await userEvent.click(box);
    await openDialog(dialogs);
    expect(calls.bodiesOf('/api/checkout')[0]?.attendees).toEqual([ravi]);
  });

  it('can be added, moved through and removed by keyboard, and Enter never pays', async () => {
    const calls = answers();
    putWidget();
    await openCheckout({ ...selection, course_qty: 4 });
    await openSection();
    await userEvent.type(await nameOf(3), 'A{Enter}');
    expect(await emailOf(3)).toHaveFocus();
    await userEvent.keyboard('a@b.in{Enter}');
    await waitFor(async () => expect(await nameOf(4)).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Add a person' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Remove person 1' }));
    await waitFor(async () => expect(await nameOf(1)).toHaveFocus());
    expect(await nameOf(2)).toHaveValue('A');
    expect(calls.bodiesOf('/api/checkout')).toEqual([]);
  });
});

describe('a list of attendees at the checkout', () => {
  const file = (text: string, name = 'team.csv') => new File([text], name, { type: 'text/csv' });

  it('can be chosen as a file; faults and rows without a seat are shown row by row', async () => {
    const calls = answers();
    const dialogs = putWidget();
    await openCheckout(threeSeats);
    await openSection();
    const text =
      '\ufeffName;Email\r\nRavi Menon;ravi@example.com\r\n"Zoë Łukasiewicz";zoe@example.com\r\n' +
      'Nobody;nobody\r\nRavi Kumar;ravi@example.com\r\nAsha Rao;asha@example.in\r\nLast One;last@example.com\r\n';
    await userEvent.upload(await screen.findByLabelText('Choose a CSV file'), file(text));
    expect(await screen.findByText('6 people read from team.csv.')).toBeInTheDocument();
    const row = async (number: number) => within((await nameOf(number)).closest('li') ?? expect.fail());
    expect((await row(3)).getByText('Email address is invalid')).toBeInTheDocument();
    expect((await row(4)).getByText(/Another person has this email/)).toBeInTheDocument();
    expect((await row(6)).getByText(/No seat is left for this person: 3 seats/)).toBeInTheDocument();
    expect(screen.getByText(/3 rows have a fault and are left out/)).toBeInTheDocument();
    await openDialog(dialogs);
    const sent = calls.bodiesOf('/api/checkout')[0]?.attendees;
    expect(sent).toEqual([ravi, zoe, { name: 'Asha Rao', email: 'asha@example.in' }]);
  });

  it('can be pasted into its field or any row; pasting twice adds nobody twice', async () => {
    answers();
    await openCheckout(threeSeats);
    await openSection();
    await userEvent.click(await nameOf(1));
    await userEvent.paste('Ravi Menon\travi@example.com\nZoë Łukasiewicz\tzoe@example.com\n');
    expect(await screen.findByText('2 people read from what you pasted.')).toBeInTheDocument();
    expect(await nameOf(2)).toHaveValue(zoe.name);
    const area = screen.getByLabelText(/Paste it here/);
    await userEvent.click(area);
    await userEvent.paste('Ravi Menon, ravi@example.com\nAsha Rao, asha@example.in');
    await userEvent.click(screen.getByRole('button', { name: 'Add these people' }));
    expect(
      await screen.findByText('2 people read from what you pasted. 1 was there already.'),
    ).toBeInTheDocument();
    expect(await nameOf(3)).toHaveValue('Asha Rao');
    expect(area).toHaveValue('');
    expect(await payButton()).toBeEnabled();
  });

  it('that cannot be read shows a message', async () => {
    answers();
    await openCheckout(threeSeats);
    await openSection();
    const choose = await screen.findByLabelText('Choose a CSV file');
    await userEvent.upload(choose, new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'team.csv'));
    expect(await screen.findByText(/team.csv is a spreadsheet. Save it as CSV/)).toBeInTheDocument();
    await userEvent.upload(choose, file('\r\n'));
    expect(await screen.findByText('No people were found in team.csv.')).toBeInTheDocument();
    await userEvent.upload(choose, file('x'.repeat(600_000)));
    expect(await screen.findByText('team.csv is too large for a list of people.')).toBeInTheDocument();
  });
});
