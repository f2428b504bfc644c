import { instance } from '@meridian/contracts/site/instance';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { contact } from '../../content/contact.ts';
import { company, ok, openSite, refused } from '../../testing/site.tsx';

const course = (name: string, category: string) => ({
  name,
  category_name: category,
  category_seo_slug: category.toLowerCase(),
  seo_slug: name.toLowerCase().replaceAll(' ', '-'),
});

const home = ok({ trusted_by: [], expert: [], testimonials: [], course: [] });
const menu = ok([
  course('Leading SAFe', 'SAFe'),
  course('Scrum Master', 'Scrum'),
  course('Release Train', 'SAFe'),
]);

/** @returns each social link, with its label */
function socialLinks() {
  const { facebook, instagram, linkedin, x, youtube } = instance().social;
  return Object.entries({
    Facebook: facebook,
    Instagram: instagram,
    LinkedIn: linkedin,
    X: x,
    YouTube: youtube,
  });
}

describe('the header', () => {
  it('shows phone, email, social links and the main links', async () => {
    await openSite('/', { home });
    expect(screen.getAllByRole('link', { name: contact().phone })[0]).toHaveAttribute(
      'href',
      contact().phoneHref,
    );
    expect(screen.getAllByRole('link', { name: contact().email })[0]).toHaveAttribute(
      'href',
      `mailto:${contact().email}`,
    );
    for (const [label, href] of socialLinks()) {
      expect(screen.getAllByRole('link', { name: label })[0]).toHaveAttribute('href', href);
    }
    const main = screen.getByRole('navigation', { name: 'Main' });
    expect(
      within(main)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Home', 'Corporate', 'Resources', 'Blogs', 'Contact Us']);
  });

  it('has the class `scrolled` after more than 75 px', async () => {
    await openSite('/', { home });
    const bar = screen.getByRole('banner');
    const scrollTo = (y: number) => {
      Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
      fireEvent.scroll(window);
    };
    scrollTo(75);
    expect(bar).not.toHaveClass('scrolled');
    scrollTo(76);
    expect(bar).toHaveClass('scrolled');
    scrollTo(0);
    expect(bar).not.toHaveClass('scrolled');
  });
});

describe('the All Courses menu', () => {
  async function openMenu(cat_course: Parameters<typeof openSite>[1]['cat_course']) {
    await openSite('/', { home, cat_course });
    await userEvent.click(screen.getByRole('button', { name: 'All Courses' }));
  }

  it('groups the courses by category', async () => {
    await openMenu(menu);
    const list = await screen.findByRole('list', { name: 'SAFe' });
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/safe/leading-safe', '/safe/release-train']);
    await userEvent.hover(screen.getByRole('button', { name: 'Scrum' }));
    expect(await screen.findByRole('link', { name: 'Scrum Master' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Leading SAFe' })).not.toBeInTheDocument();
  });

  it('shows Loading... until the courses are loaded', async () => {
    let answer: (value: typeof menu) => void = () => undefined;
    await openMenu(() => new Promise<typeof menu>((resolve) => (answer = resolve)));
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    answer(menu);
    expect(await screen.findByRole('link', { name: 'Leading SAFe' })).toBeInTheDocument();
  });

  it('shows an error when the courses are refused', async () => {
    await openMenu(refused);
    expect(await screen.findByText('Failed to load content')).toBeInTheDocument();
  });

  it('shows an error if there is no response', async () => {
    await openMenu(undefined);
    expect(await screen.findByText('Fetch error')).toBeInTheDocument();
  });

  it('closes if the pointer moves elsewhere without a pointerleave', async () => {
    await openSite('/', { home, cat_course: menu });
    const button = screen.getByRole('button', { name: 'All Courses' });
    fireEvent.pointerEnter(button, { pointerType: 'mouse' });
    expect(button).toHaveAttribute('aria-expanded', 'true');
    fireEvent.pointerOver(screen.getByRole('contentinfo'), { pointerType: 'mouse' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  it('opens and closes by keyboard and restores the focus', async () => {
    await openSite('/', { home, cat_course: menu });
    const button = screen.getByRole('button', { name: 'All Courses' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await userEvent.tab();
    expect(await screen.findByRole('button', { name: 'SAFe' })).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(button).toHaveFocus();
  });
});

describe('the mobile menu', () => {
  it('has the main links, and the courses as an accordion', async () => {
    await openSite('/', { home, cat_course: menu });
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    const panel = await screen.findByRole('dialog', { name: 'Menu' });
    expect(within(panel).getByRole('link', { name: 'Corporate' })).toBeInTheDocument();
    const group = (await within(panel).findByText('Scrum')).closest('details');
    expect(group).not.toHaveAttribute('open');
    expect(within(group as HTMLElement).getByText('Scrum Master')).toHaveAttribute(
      'href',
      '/scrum/scrum-master',
    );
  });
});

it('the mobile menu closes when the window widens', async () => {
  const wide = Object.assign(new EventTarget(), { matches: false });
  vi.spyOn(window, 'matchMedia').mockReturnValue(wide as MediaQueryList);
  await openSite('/', { home, cat_course: menu });
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  await screen.findByRole('dialog', { name: 'Menu' });
  act(() => {
    wide.matches = true;
    wide.dispatchEvent(new Event('change'));
  });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument());
});

describe('the discount bar', () => {
  const header = ok({ discount_text: 'A fifth off this week', button_text: 'Get it' });

  it('shows the server’s text and opens the offer, which neither Escape nor a click on the backdrop closes', async () => {
    await openSite('/', { home, header });
    expect(await screen.findByText('A fifth off this week')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Get it' }));
    const modal = await screen.findByRole('dialog', { name: 'Get the special offer' });
    expect(await within(modal).findByRole('textbox', { name: 'Full Name' })).toBeInTheDocument();
    const cancel = new Event('cancel', { cancelable: true });
    modal.dispatchEvent(cancel);
    expect(cancel.defaultPrevented).toBe(true);
    fireEvent.click(modal);
    expect(modal).toHaveAttribute('open');
    await userEvent.click(within(modal).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(modal).not.toHaveAttribute('open'));
  });

  it('is absent if the server has no offer', async () => {
    await openSite('/', { home });
    expect(screen.queryByRole('button', { name: 'Get it' })).not.toBeInTheDocument();
  });
});

describe('the footer', () => {
  it('has both phones, the email address and every social link', async () => {
    await openSite('/', { home });
    const footer = within(screen.getByRole('contentinfo'));
    for (const [name, href] of [
      [contact().phone, contact().phoneHref],
      [contact().mobile?.label, contact().mobile?.href],
      [contact().email, `mailto:${contact().email}`],
    ] as const) {
      expect(footer.getByRole('link', { name })).toHaveAttribute('href', href);
    }
    const networks = ['facebook', 'instagram', 'linkedin', 'x', 'youtube'];
    expect(Object.keys(instance().social)).toEqual(networks);
    for (const [label, href] of socialLinks())
      expect(footer.getByRole('link', { name: label })).toHaveAttribute('href', href);
  });

  it('has its columns, contacts, WhatsApp, query link and payment methods', async () => {
    await openSite('/', { home });
    const footer = screen.getByRole('contentinfo');
    for (const column of instance().footer) {
      expect(within(footer).getByRole('heading', { name: column.title })).toBeInTheDocument();
      for (const link of column.links) {
        expect(within(footer).getByRole('link', { name: link.label })).toHaveAttribute('href', link.href);
      }
    }
    expect(within(footer).getByRole('link', { name: 'Drop a Query' })).toHaveAttribute('href', '/contact-us');
    expect(within(footer).getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      contact().whatsappHref,
    );
    expect(within(footer).getByRole('img', { name: /payment/i })).toBeInTheDocument();
    expect(within(footer).getByText(/©/)).toHaveTextContent(instance().name);
  });

  it('keeps the server’s markup; its links navigate without a page load', async () => {
    const { container } = await openSite('/', { home }, ['/contact-us']);
    const footer = screen.getByRole('contentinfo');
    expect(container).toContainElement(footer);
    await userEvent.click(within(footer).getByRole('link', { name: 'Drop a Query' }));
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Contact');
    expect(screen.getByRole('contentinfo')).toBe(footer);
  });

  it('shows the company, its address and the grievance officer, and links to the page for payers who have lost their booking link', async () => {
    await openSite('/', { home });
    const footer = screen.getByRole('contentinfo');
    expect(footer).toHaveTextContent(company);
    expect(footer).toHaveTextContent(`Grievance officer: ${instance().grievance.name}`);
    const { email } = instance().grievance;
    expect(within(footer).getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
    expect(within(footer).getByRole('link', { name: 'Your bookings and data' })).toHaveAttribute(
      'href',
      '/receipt/lost',
    );
  });
});
