import { type LazyScreen, lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';

/** Route of a static page, which has no queries. */
function page(path: string, screen: LazyScreen): Route {
  return { path, bodyClass: `${path.slice(1)}-page`, screen };
}

/** Pages about the provider and with its forms, and the pages `/demo` and `/test` of the specification. */
export const companyRoutes: readonly Route[] = [
  page(
    '/about-us',
    lazyScreen(
      'features/company/about-screen.tsx',
      async () => (await import('./about-screen.tsx')).AboutScreen,
    ),
  ),
  page(
    '/corporate',
    lazyScreen(
      'features/company/corporate-screen.tsx',
      async () => (await import('./corporate-screen.tsx')).CorporateScreen,
    ),
  ),
  page(
    '/contact-us',
    lazyScreen(
      'features/company/contact-screen.tsx',
      async () => (await import('./contact-screen.tsx')).ContactScreen,
    ),
  ),
  page(
    '/become-an-instructor',
    lazyScreen(
      'features/company/instructor-screen.tsx',
      async () => (await import('./instructor-screen.tsx')).InstructorScreen,
    ),
  ),
  page(
    '/partner-with-us',
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
  },
  {
    path: '/test',
    bodyClass: 'test-page',
    noindex: true,
    screen: lazyScreen(
      'features/company/sections-screen.tsx',
      async () => (await import('./sections-screen.tsx')).SectionsScreen,
    ),
  },
];
