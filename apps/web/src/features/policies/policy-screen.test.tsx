import { instance, phoneHref } from '@meridian/contracts/site/instance';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { company, ok, openSite, refused } from '../../testing/site.tsx';

const policies = [
  ['/privacy-policy', 'Privacy Policy', 'privacy_policy'],
  ['/terms-and-conditions', 'Terms and Conditions', 'terms_conditions'],
  ['/complaint-handling-policy', 'Complaint Handling Policy', 'complaint_handling_policy'],
  ['/cancellation-and-refund-policy', 'Cancellation and Refund Policy', 'refund_policy'],
] as const;

describe('a policy page', () => {
  it.each(policies)('%s shows the HTML of %s', async (path, title, name) => {
    const requests: object[] = [];
    await openSite(path, {
      page: (request: object) => {
        requests.push(request);
        return ok({ content: '<h2>First</h2><p>In <strong>plain</strong> words.</p>' });
      },
    });
    expect(await screen.findByText('plain', { selector: 'strong' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    expect(requests).toEqual([{ page_name: name }]);
  });

  it('links to the other policies, and marks the current one', async () => {
    await openSite('/privacy-policy', { page: ok({ content: '<p>Plain.</p>' }) });
    const list = within(screen.getByRole('navigation', { name: 'Our policies' }));
    expect(
      list
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'))
        .sort(),
    ).toEqual(policies.map(([path]) => path).sort());
    expect(list.getByRole('link', { current: 'page' })).toHaveTextContent('Privacy Policy');
  });

  it('shows the grievance officer beside the text, and the company below', async () => {
    await openSite('/privacy-policy', { page: ok({ content: '<p>Plain.</p>' }) });
    const main = within(screen.getByRole('main'));
    const { email, phone } = instance().grievance;
    expect(screen.getByText(new RegExp(company))).toBeInTheDocument();
    expect(main.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
    expect(main.getByRole('link', { name: phone })).toHaveAttribute('href', phoneHref(phone));
  });

  it('shows Loading... until it is loaded', async () => {
    await openSite('/privacy-policy', { page: () => new Promise(() => undefined) });
    expect(within(screen.getByRole('main')).getByText('Loading...')).toBeInTheDocument();
  });

  it.each([
    [refused, 'Failed to load content'],
    [undefined, 'Fetch error'],
  ])('shows an error if it fails to load (%#)', async (answer, text) => {
    await openSite('/privacy-policy', { page: answer });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});
