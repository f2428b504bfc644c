import { Loading } from '@meridian/ui/notice';
import { Container } from '@meridian/ui/section';
import { Suspense } from 'react';
import { Route as RouterRoute, Routes } from 'react-router';
import { LinkIntent } from '../ui/link.tsx';
import { Layout } from './layout/layout.tsx';
import { Navigation } from './navigation.tsx';
import { notFoundRoute } from './not-found.ts';
import { PageStatus } from './page-status.tsx';
import { usePrefetch } from './prefetch.ts';
import { routes } from './routes.ts';

const pages = [...routes, notFoundRoute].flatMap((route) =>
  [route.path, ...(route.aliases ?? [])].map((path) => ({ path, Screen: route.screen })),
);

/** The whole site: the layout around the page of the present address. */
export function App() {
  return (
    <LinkIntent value={usePrefetch()}>
      <Navigation />
      <Layout>
        <Suspense
          fallback={
            <Container className="min-h-dvh">
              <Loading />
            </Container>
          }
        >
          <PageStatus>
            <Routes>
              {pages.map(({ path, Screen }) => (
                <RouterRoute key={path} path={path} element={<Screen />} />
              ))}
            </Routes>
          </PageStatus>
        </Suspense>
      </Layout>
    </LinkIntent>
  );
}
