import { displayPrice } from '@meridian/contracts/enrolment/pricing';
import { sampleFolder } from '@meridian/instance/sample';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { checkoutForm } from '../support/checkout.ts';
import { watchConsole } from '../support/console.ts';
import { hydrated } from '../support/hydrated.ts';
import { spread } from '../support/sampling.ts';
import { stackAddresses } from '../support/stack-addresses.ts';

interface SandboxLead {
  Email?: string;
  [field: string]: unknown;
}

async function sandbox<Data>(path: string): Promise<Data> {
  const answer = await fetch(`${stackAddresses.sandboxUrl}${path}`);
  return ((await answer.json()) as { data: Data }).data;
}

async function upstreamRows(query: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: stackAddresses.upstreamDatabaseUrl });
  await client.connect();
  try {
    return (await client.query(query, values)).rows;
  } finally {
    await client.end();
  }
}

const viewports = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

for (const viewport of spread(viewports, 0)) {
  test(`from the first page to a paid seat at ${viewport.width} px`, async ({ page }) => {
    const email = `visitor-${viewport.width}-${Date.now()}@example.com`;
    const complaints = watchConsole(page);
    await page.setViewportSize(viewport);

    await page.goto('/?utm_source=newsletter&utm_id=campaign-7');
    await hydrated(page);
    await page.getByRole('heading', { name: 'Popular Courses' }).scrollIntoViewIfNeeded();
    await page
      .getByRole('link', { name: /Leading SAFe/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /Leading SAFe/ })).toBeVisible();

    const advisor = page.locator('form').filter({ has: page.locator('#talk_to_our_advisor-full_name') });
    await advisor.getByLabel('Full Name').fill('Asha Rao');
    await advisor.getByLabel('Email', { exact: true }).fill(email);
    await advisor.getByLabel('Phone Number').fill('98450 12345');
    await advisor.getByRole('button', { name: 'Submit' }).click();
    const thanks = page.getByRole('dialog', { name: 'Thank You!' });
    await expect(thanks).toContainText('Your details has been successfully submitted. Thanks!');
    await thanks.getByRole('button', { name: 'ok' }).click();
    await expect(thanks).toBeHidden();

    await page.getByRole('link', { name: 'View all schedule' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /Leading SAFe/ })).toBeVisible();
    const batch = page.getByRole('article').first();
    await batch.getByRole('spinbutton').fill('2');
    await batch.getByRole('link', { name: /Enroll/ }).click();

    await expect(page).toHaveURL(/\/checkout$/);
    const form = checkoutForm(page);
    await form.getByLabel('First Name').fill('Asha');
    await form.getByLabel('Last Name').fill('Rao');
    await form.getByLabel('Email', { exact: true }).fill(email);
    await form.getByLabel('Phone Number').fill('98450 12345');
    await form.getByLabel('State', { exact: true }).selectOption('Karnataka');
    await form.getByRole('button', { name: /Pay/ }).click();
    await page.getByRole('button', { name: 'Success' }).click();

    await expect(page).toHaveURL(/\/thankyou$/);
    await expect(page.getByText('Thanks For Registering for the Course!')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible();
    expect(complaints).toEqual([]);

    // The enquiry is in the CRM, once.
    await expect
      .poll(async () =>
        (await sandbox<SandboxLead[]>('/_sandbox/leads')).filter((lead) => lead.Email === email),
      )
      .toEqual([
        expect.objectContaining({
          Company: sampleFolder.instance.name,
          First_Name: 'Asha',
          Last_Name: 'Rao',
          Phone: '98450 12345',
          Lead_Status: 'New',
          // The course page's own address has no campaign in it.
          Lead_Source: 'Direct',
          Form_Name: 'Talk to our advisor',
          Social_Lead_ID: 'campaign-7',
          Course_Name1: expect.stringContaining('Leading SAFe'),
          Page_URL: expect.stringContaining('/safe/safe-agilist-certification'),
          trigger: ['workflow'],
        }),
      ]);

    // The booking is in the upstream's database, once. The charge is twice the fee plus 18 % GST.
    const bookings = await upstreamRows('select * from bookings where email = $1', [email]);
    expect(bookings).toHaveLength(1);
    const booking = bookings[0] as Record<string, unknown>;
    const schedule = await fetch(`${stackAddresses.baseUrl}/api/course_schedule?id=${booking.course_id}`);
    const { data } = (await schedule.json()) as {
      data: { course_schedule: { id: number; discount_fee: number }[] };
    };
    const sold = data.course_schedule.find((item) => item.id === Number(booking.course_schedule_id));
    const price = displayPrice(sold?.discount_fee, 2);
    const { payments } = await sandbox<{ payments: { id: string; amount: number; status: string }[] }>(
      '/_sandbox/payments',
    );
    const payment = payments.find((item) => item.id === booking.transaction_id);
    expect(payment).toMatchObject({ status: 'captured', amount: price.totalPaise });
  });
}
