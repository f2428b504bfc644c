import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { render } from '../../../entry.server.tsx';
import { ok, openSite, readFrom } from '../../../testing/site.tsx';
import { answerCalls, noAnswer, receipt, receiptPath, refusal, success } from '../testing.tsx';

const receiptCall = `/api/receipts/${receiptPath.slice('/receipt/'.length)}`;

describe('a receipt', () => {
  it('shows the days of class, and the payer’s options with their deadlines', async () => {
    const sessions = ['2026-12-12', '2026-12-19'].map((date) => ({
      date,
      start_time: '09:00',
      end_time: '13:00',
    }));
    const text = 'Replace attendees until Thu 10 Dec 2026, 12:00 am IST.';
    const options = [{ change: 'attendees', text }];
    const shown = { ...receipt, batch: { ...receipt.batch, city: 'Pune', sessions }, options };
    answerCalls({ [receiptCall]: () => success(shown) });
    await openSite(receiptPath, {});
    expect((await screen.findByRole('list', { name: 'Days of class' })).textContent).toBe(
      'Sat 12 Dec 2026, 9:00 am to 1:00 pm ISTSat 19 Dec 2026, 9:00 am to 1:00 pm IST',
    );
    expect(screen.getByText(/^Classroom: Pune/)).toBeInTheDocument();
    expect(screen.getByText(text)).toBeInTheDocument();
  });

  it('shows the course, the payer, the dates, the amount and the payment', async () => {
    answerCalls({ [receiptCall]: () => success(receipt) });
    await openSite(receiptPath, {});
    expect(await screen.findByText('Booking confirmed')).toBeInTheDocument();
    for (const text of [
      receipt.receipt_number,
      'Leading SAFe',
      'Sat 12 Dec 2026',
      'Sun 13 Dec 2026',
      '9:00 am to 6:00 pm IST',
      'Online classroom: Zoom, with Kavya Raghunathan',
      'Asha Rao',
      'asha@example.in',
      '₹37,998',
      '₹6,839.64',
      '₹44,837.64',
      'pay_1',
      'Sat 21 Nov 2026, 4:00 pm IST',
    ])
      expect(
        screen.getByText(
          (_content, element) =>
            element?.textContent?.trim() === text ||
            (element?.children.length === 0 && element.textContent?.includes(text)) === true,
          { selector: 'p, span, dd, time, strong' },
        ),
      ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
      'href',
      '/api/receipts/abab.ics',
    );
  });

  const cancelled = {
    status: 'cancelled',
    pending: [],
    headline: 'Booking cancelled',
    sentences: [
      'Your 2 seats are cancelled.',
      'Nothing is refunded: ₹44,837.64 is kept under the refund policy.',
    ],
    money: { captured: 44_837.64, kept: 44_837.64, owed: 0, returning: 0, returned: 0, failed: 0 },
    seats: { booked: 0, cancelled: 2 },
    timeline: [
      { at: '2026-11-21T10:30:00.000Z', text: 'Paid ₹44,837.64' },
      { at: null, text: '2 of 2 seats cancelled: ₹44,837.64 kept' },
    ],
  };

  it('shows only the headline, sentences and history of its statement', async () => {
    answerCalls({ [receiptCall]: () => success({ ...receipt, state: 'cancelled', statement: cancelled }) });
    await openSite(receiptPath, {});
    const status = (await screen.findByText(cancelled.headline)).closest('[role=status]');
    expect(status).toHaveTextContent([cancelled.headline, ...cancelled.sentences].join(''));
    const history = screen.getByRole('heading', { name: 'History' }).parentElement;
    expect(within(history ?? document.body).getAllByRole('listitem')).toHaveLength(2);
    expect(history).toHaveTextContent('Paid ₹44,837.64 Sat 21 Nov 2026, 4:00 pm IST');
    expect(document.body).not.toHaveTextContent(
      /given back|returned to you|was refunded|not made|Booking confirmed/,
    );
  });

  it('offers no calendar file for a cancelled booking', async () => {
    answerCalls({ [receiptCall]: () => success({ ...receipt, state: 'cancelled', statement: cancelled }) });
    await openSite(receiptPath, {});
    await screen.findByText(cancelled.headline);
    expect(screen.queryByRole('link', { name: 'Add to calendar' })).not.toBeInTheDocument();
  });

  it('offers another date or a refund, and no calendar file, for a batch that was called off', async () => {
    const headline = 'This batch will not take place';
    const statement = { ...cancelled, status: 'booked', called_off: true, headline, sentences: [] };
    answerCalls({ [receiptCall]: () => success({ ...receipt, statement }) });
    await openSite(receiptPath, {});
    expect(await screen.findByText(headline)).toBeInTheDocument();
    expect(screen.getByText('Choose another date or a refund')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Add to calendar' })).not.toBeInTheDocument();
  });

  it('links to its documents, if it has any', async () => {
    const path = '/api/receipts/abab/documents/MA-2627-000123.pdf';
    const documents = [{ kind: 'invoice', number: 'MA/2627/000123', issued_on: '2026-11-22', path }];
    answerCalls({ [receiptCall]: () => success({ ...receipt, documents }) });
    await openSite(receiptPath, {});
    const link = await screen.findByRole('link', { name: 'Tax invoice MA/2627/000123 (PDF)' });
    expect(link).toHaveAttribute('href', path);
    expect(screen.getByRole('heading', { name: 'Documents' })).toBeInTheDocument();
  });

  it('says that a document will follow while it is pending', async () => {
    const statement = { ...cancelled, pending: ['documents'] };
    answerCalls({ [receiptCall]: () => success({ ...receipt, statement }) });
    await openSite(receiptPath, {});
    expect(
      await screen.findByText('A document is not ready yet. We will email it to you.'),
    ).toBeInTheDocument();
  });

  it('lets the buyer request another name or address on the invoice, and shows the deadline', async () => {
    const documents = [{ kind: 'invoice', number: 'MA/1', issued_on: '2026-11-22', path: '/api/x.pdf' }];
    const open = { ...receipt, documents, correction_until: '2026-12-10' };
    const calls = answerCalls({
      [receiptCall]: () => success(open),
      [`${receiptCall}/billing`]: () => success({ asked: true }),
    });
    await openSite(receiptPath, {});
    await userEvent.click(await screen.findByText('Is the name or address on the invoice wrong?'));
    expect(screen.getByText('You can ask for a correction until Thu 10 Dec 2026.')).toBeInTheDocument();
    await userEvent.selectOptions(await screen.findByLabelText('State'), 'Goa');
    await userEvent.type(screen.getByLabelText('Last Name'), ' Menon');
    await userEvent.click(screen.getByRole('button', { name: 'Ask for this correction' }));
    expect(await screen.findByText(/You have asked for a correction/)).toBeInTheDocument();
    const name = { first_name: receipt.first_name, last_name: `${receipt.last_name} Menon` };
    expect(calls.bodiesOf(`${receiptCall}/billing`)).toEqual([{ state: '30', ...name, company: null }]);
  });

  it('is loaded when it is opened, and not prefetched', async () => {
    const read = vi.fn(() => success(receipt));
    answerCalls({ [receiptCall]: read });
    await openSite({ pathname: '/thankyou', state: { receipt_path: receiptPath } }, {}, [receiptPath]);
    const link = await screen.findByRole('link', { name: 'See your booking' });
    await userEvent.hover(link);
    // Longer than the hover time of a prefetch.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(read).not.toHaveBeenCalled();
    await userEvent.click(link);
    expect(await screen.findByText('Booking confirmed')).toBeInTheDocument();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('shows a message if it does not exist', async () => {
    answerCalls({ [receiptCall]: () => refusal('This booking page does not exist.', 404) });
    await openSite(receiptPath, {});
    expect(await screen.findByText('This booking page does not exist.')).toBeInTheDocument();
  });

  it('can be requested again after it failed to load', async () => {
    let answers = false;
    answerCalls({ [receiptCall]: () => (answers ? success(receipt) : noAnswer()) });
    await openSite(receiptPath, {});
    expect(await screen.findByText('Fetch error')).toBeInTheDocument();
    answers = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Booking confirmed')).toBeInTheDocument();
  });
});

describe('the server-rendered page', () => {
  const read = readFrom({ header: ok({ discount_text: '', button_text: '' }) });

  it.each([
    ['/checkout', 'public'],
    ['/thankyou', 'public'],
  ])('of %s is noindex and the same for every visitor', async (path, cache) => {
    const page = await render(path, {
      read,
      sales: { isOpen: true, since: '' },
      publicUrl: 'https://example.in',
    });
    expect(page).toMatchObject({ status: 200, noindex: true, cache });
    expect(page.head + page.html + page.state).not.toContain('abab');
    if (path !== '/thankyou') expect(page.html).toContain('Loading...');
  });

  it('of a receipt contains the receipt, and is not cached', async () => {
    const readReceipt = vi.fn(async (token: string) => (token === 'abab' ? receipt : undefined));
    const context = {
      read,
      readReceipt,
      sales: { isOpen: true, since: '' },
      publicUrl: 'https://example.in',
    };
    const page = await render('/receipt/abab', context);
    expect(page).toMatchObject({ status: 200, noindex: true, cache: 'private' });
    expect(page.html).toContain('Booking confirmed');
    expect(page.head).not.toContain('abab');
    expect(readReceipt).toHaveBeenCalledExactlyOnceWith('abab');
    const missing = await render('/receipt/acac', context);
    expect(missing).toMatchObject({ status: 200, noindex: true, cache: 'private' });
    expect(missing.html).toContain('This booking page does not exist.');
  });

  it('of the thank-you page has thanks and a link home, for every visitor', async () => {
    const page = await render('/thankyou', {
      read,
      sales: { isOpen: true, since: '' },
      publicUrl: 'https://example.in',
    });
    expect(page.html).toContain('Thanks For Registering for the Course!');
    await openSite('/thankyou', {});
    await waitFor(() => expect(screen.getByRole('link', { name: 'Back to Home' })).toBeInTheDocument());
    expect(screen.queryByRole('link', { name: 'See your booking' })).not.toBeInTheDocument();
  });

  it('links only to valid receipt paths', async () => {
    await openSite({ pathname: '/thankyou', state: { receipt_path: 'https://elsewhere.example' } }, {});
    expect(await screen.findByRole('heading', { name: /Thanks For/ })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'See your booking' })).not.toBeInTheDocument();
  });
});
