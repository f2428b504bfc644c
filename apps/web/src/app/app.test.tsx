import { instance } from '@meridian/contracts/site/instance';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ok, openSite } from '../testing/site.tsx';

const home = ok({ trusted_by: [], expert: [], testimonials: [], course: [] });

describe('navigation', () => {
  it('sets the title and the body class, and scrolls to the top', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo');
    await openSite('/contact-us', { home }, ['/corporate']);
    await userEvent.click(screen.getAllByRole('link', { name: 'Corporate' })[0] as HTMLElement);
    await waitFor(() => expect(document.title).toBe(`Corporate | ${instance().name}`));
    expect(document.body).toHaveClass('corporate-page');
    expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
  });

  it('announces the page, and moves the focus to the content', async () => {
    await openSite('/contact-us', { home }, ['/corporate']);
    await userEvent.click(screen.getAllByRole('link', { name: 'Corporate' })[0] as HTMLElement);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
    const said = await screen.findByText(`Corporate | ${instance().name}`);
    expect(said).toHaveAttribute('role', 'status');
  });

  it('starts its reads immediately and shows Loading... meanwhile', async () => {
    const requested: string[] = [];
    const waiting = (name: string) => () => {
      requested.push(name);
      return new Promise<never>(() => undefined);
    };
    await openSite('/contact-us', { blog: waiting('blog'), blog_category: waiting('blog_category') }, [
      '/blogs',
    ]);
    await userEvent.click(screen.getAllByRole('link', { name: 'Blogs' })[0] as HTMLElement);
    await waitFor(() => expect(requested).toEqual(['blog', 'blog_category']));
    expect(screen.getByText('Loading...')).toBeInTheDocument();
  });

  it('sets the title from the meta title when the page is loaded', async () => {
    await openSite(
      '/contact-us',
      {
        blog_category: ok([]),
        blog: ok({
          latest_blog: [{ id: 1, name: 'P', image: '', seo_slug: 'p', author: 'A', published: '' }],
          total_blog: 1,
        }),
        blog_detail: ok({
          id: 1,
          name: 'P',
          author: 'A',
          published: '',
          image: '',
          image_title: '',
          description: '',
          meta_title: 'The best of P',
          meta_description: '',
        }),
      },
      ['/blogs', '/blog/p'],
    );
    await userEvent.click(screen.getAllByRole('link', { name: 'Blogs' })[0] as HTMLElement);
    await userEvent.click(await screen.findByRole('link', { name: /^View Detail/ }));
    await waitFor(() => expect(document.title).toBe(`The best of P | ${instance().name}`));
  });

  it('scrolls to an element that is rendered later', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    const course = [{ name: 'Leading SAFe', category_seo_slug: 'safe', seo_slug: 'safe-agilist' }];
    const full = ok({ trusted_by: [], expert: [], testimonials: [], course });
    await openSite('/about-us', { home: full }, ['/']);
    await userEvent.click(screen.getByRole('link', { name: 'See our courses' }));
    await screen.findByRole('heading', { name: 'Popular Courses' });
    await waitFor(() => expect(scrolled.mock.contexts).toContain(document.getElementById('popular-courses')));
    expect(document.getElementById('popular-courses')).toHaveFocus();
  });
});

describe('an unknown address', () => {
  it('shows the 404 page with links', async () => {
    await openSite('/nowhere', { home });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page does not exist');
    expect(screen.getByRole('link', { name: 'See all courses' })).toHaveAttribute(
      'href',
      '/#popular-courses',
    );
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
  });
});

describe('a component that throws', () => {
  it('does not affect the rest of the page, and the next page is complete', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = { trusted_by: [], expert: [null], testimonials: [], course: [] };
    await openSite('/', { home: ok(broken) }, ['/corporate']);
    expect(await screen.findByText(/This part of the page could not be shown/)).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'About Us' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Our Expert Trainers' })).toBeInTheDocument();
    expect(complaint).toHaveBeenCalled();
    await userEvent.click(screen.getAllByRole('link', { name: 'Corporate' })[0] as HTMLElement);
    await waitFor(() =>
      expect(screen.queryByText(/This part of the page could not be shown/)).not.toBeInTheDocument(),
    );
  });
});
