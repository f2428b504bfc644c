import { instance } from '@meridian/contracts/site/instance';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contact } from '../../content/contact.ts';
import { openSite } from '../../testing/site.tsx';

const main = () => within(screen.getByRole('main'));

function expectFields(labels: readonly string[], action: string): void {
  for (const label of labels) expect(main().getByLabelText(new RegExp(`^${label}`))).toBeInTheDocument();
  expect(main().getByRole('button', { name: action })).toBeInTheDocument();
}

describe('about us', () => {
  it('has the overview, the reach, the services, the process and the claims', async () => {
    await openSite('/about-us', {});
    expect(screen.getByRole('heading', { level: 1, name: 'About Us' })).toBeInTheDocument();
    for (const name of ['Overview', 'Our reach', 'What we do', 'How we do it']) {
      expect(main().getByRole('heading', { name })).toBeInTheDocument();
    }
    const text = screen.getByRole('main').textContent ?? '';
    const { founded, claims, texts } = instance();
    for (const claim of [`Founded in ${founded}`, texts.about.overview, claims.passing?.text])
      expect(text).toContain(claim);
    expect(claims.about.length).toBeGreaterThan(1);
    for (const { label, value } of claims.about)
      expect(main().getByText(label, { selector: 'dt' }).nextElementSibling?.textContent).toBe(value);
    const reviews = main().getByText(`from ${claims.rating?.reviews}`, {
      selector: 'dt',
      normalizer: (label) => label.replace('reviews', 'Reviews'),
    });
    expect(reviews.nextElementSibling?.textContent).toBe(`${claims.rating?.value}/5`);
  });
});

describe('corporate', () => {
  it('lists the programmes and has the enquiry form', async () => {
    await openSite('/corporate', {});
    const text = screen.getByRole('main').textContent ?? '';
    const { claims, texts } = instance();
    const pitches = [
      ...texts.corporate.programmes.map(({ title }) => title),
      ...claims.corporate.map(({ value }) => value),
      ...claims.promises.map((promise) => promise.text),
    ];
    expect(pitches.length).toBeGreaterThan(9);
    for (const pitch of pitches) expect(text).toContain(pitch);
    expectFields(['First Name', 'Last Name', 'Email', 'Phone Number', 'Company Name', 'Messages'], 'Submit');
  });
});

describe('partner with us', () => {
  it('has the enquiry form, followed by a picture', async () => {
    await openSite('/partner-with-us', {});
    expectFields(['First Name', 'Last Name', 'Email', 'Phone Number', 'Company Name', 'Messages'], 'Submit');
    const form = main().getByRole('button', { name: 'Submit' }).closest('section') as HTMLElement;
    expect(form.nextElementSibling?.querySelector('svg')).toBeInTheDocument();
  });
});

describe('contact us', () => {
  it('has the form and all contact details', async () => {
    await openSite('/contact-us', {});
    expectFields(['First Name', 'Last Name', 'Email', 'Phone Number', 'Messages'], 'Submit');
    for (const href of [
      contact().phoneHref,
      contact().mobile?.href,
      `mailto:${contact().email}`,
      contact().whatsappHref,
    ]) {
      expect(document.querySelector(`main a[href="${href}"]`)).toBeInTheDocument();
    }
  });
});

describe('become an instructor', () => {
  it('has name, email, phone, resume, agreement and Apply Now', async () => {
    await openSite('/become-an-instructor', {});
    expectFields(['Full Name', 'Email', 'Phone Number'], 'Apply Now');
    expect(main().getByLabelText(/Resume/)).toHaveAttribute('type', 'file');
    expect(main().getByRole('checkbox')).not.toBeChecked();
  });
});

describe('/demo', () => {
  it('is empty except for its heading', async () => {
    await openSite('/demo', {});
    expect(screen.getByRole('main')).toHaveTextContent(/^Demo$/);
  });
});

describe('/test', () => {
  it('has three sections, and highlights the tab of the last one whose top is at most 60 px below the top of the window', async () => {
    await openSite('/test', {});
    const tabs = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Section 1', 'Section 2', 'Section 3']);
    const sections = tabs.map((tab) => document.querySelector(tab.getAttribute('href') ?? '') as HTMLElement);
    const scrollUntil = async (tops: readonly number[], current: (string | null)[]) => {
      for (const [index, section] of sections.entries()) {
        section.getBoundingClientRect = () => ({ top: tops[index] }) as DOMRect;
      }
      fireEvent.scroll(window);
      await waitFor(() => expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual(current));
    };
    await scrollUntil([60, 860, 1660], ['true', null, null]);
    await scrollUntil([-739, 61, 861], ['true', null, null]);
    await scrollUntil([-740, 60, 860], [null, 'true', null]);
    await scrollUntil([61, 861, 1661], [null, null, null]);
  });
});
