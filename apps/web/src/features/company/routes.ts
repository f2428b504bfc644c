import { brand } from '@meridian/contracts/brand';
import { breadcrumbData } from '../../routing/breadcrumb-data.ts';
import { type LazyScreen, lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';
import { contact } from '../../site-content.ts';

/** Route of a static page, without queries. */
function page(path: string, title: string, description: string, screen: LazyScreen): Route {
  return {
    path,
    bodyClass: `${path.slice(1)}-page`,
    screen,
    head: ({ publicUrl }) => ({
      title,
      description,
      canonical: path,
      structuredData: import.meta.env.SSR
        ? [
            breadcrumbData(publicUrl, [
              { name: 'Home', path: '/' },
              { name: title, path },
            ]),
          ]
        : [],
    }),
  };
}

export const companyRoutes: readonly Route[] = [
  page(
    '/about-us',
    'About Us',
    `Who ${brand} is, how far its learners have come, what it teaches, and how: live, in small groups, by people who have done the job.`,
    lazyScreen(
      'features/company/about-screen.tsx',
      async () => (await import('./about-screen.tsx')).AboutScreen,
    ),
  ),
  page(
    '/corporate',
    'Corporate',
    'Agile training for whole teams: SAFe, Scrum Alliance and Scrum.org certifications, technical agility, DevOps and project management workshops of one to five days.',
    lazyScreen(
      'features/company/corporate-screen.tsx',
      async () => (await import('./corporate-screen.tsx')).CorporateScreen,
    ),
  ),
  page(
    '/contact-us',
    'Contact Us',
    `Call, write or send a message to ${brand}: ${contact.phone}, ${contact.email}.`,
    lazyScreen(
      'features/company/contact-screen.tsx',
      async () => (await import('./contact-screen.tsx')).ContactScreen,
    ),
  ),
  page(
    '/become-an-instructor',
    'Become an Instructor',
    `Teach agile and project management live online with ${brand}. Send your details and your resume.`,
    lazyScreen(
      'features/company/instructor-screen.tsx',
      async () => (await import('./instructor-screen.tsx')).InstructorScreen,
    ),
  ),
  page(
    '/partner-with-us',
    'Partner With Us',
    `Offer agile and project management training together with ${brand}, to your customers or to your own people.`,
    lazyScreen(
      'features/company/partner-screen.tsx',
      async () => (await import('./partner-screen.tsx')).PartnerScreen,
    ),
  ),
  {
    path: '/demo',
    bodyClass: 'demo-page',
    noindex: true,
    screen: lazyScreen(
      'features/company/empty-screen.tsx',
      async () => (await import('./empty-screen.tsx')).EmptyScreen,
    ),
    head: () => ({ title: 'Demo', description: 'An empty page.', canonical: '/demo' }),
  },
  {
    path: '/test',
    bodyClass: 'test-page',
    noindex: true,
    screen: lazyScreen(
      'features/company/sections-screen.tsx',
      async () => (await import('./sections-screen.tsx')).SectionsScreen,
    ),
    head: () => ({ title: 'Test', description: 'Three sections under a row of tabs.', canonical: '/test' }),
  },
];
