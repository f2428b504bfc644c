import { Loading } from '@meridian/ui/notice';
import { Container } from '@meridian/ui/section';
import { Suspense, useMemo } from 'react';
import { useLocation } from 'react-router';
import { useRerender, WhileLoading } from '../routing/load-failure.tsx';
import { PageParams } from '../routing/page-params.ts';
import { LinkIntent } from '../ui/link.tsx';
import { Layout } from './layout/layout.tsx';
import { Navigation } from './navigation.tsx';
import { PageStatus } from './page-status.tsx';
import { usePrefetch } from './prefetch.ts';
import { matchRoute } from './routes.ts';

/** The screen of the current address. The server and the prefetch use the same route table. */
function Page() {
  const { pathname } = useLocation();
  const { route, params } = useMemo(() => matchRoute(pathname), [pathname]);
  const { screen: Screen } = route;
  const rerender = useRerender();
  return (
    <Suspense
      fallback={
        <WhileLoading load={Screen.code} onArrival={rerender}>
          <Container className="min-h-dvh">
            <Loading />
          </Container>
        </WhileLoading>
      }
    >
      <PageStatus>
        <PageParams value={params}>
          <Screen />
        </PageParams>
      </PageStatus>
    </Suspense>
  );
}

/** The whole site: the layout around the current page. */
export function App() {
  return (
    <LinkIntent value={usePrefetch()}>
      <Navigation />
      <Layout>
        <Page />
      </Layout>
    </LinkIntent>
  );
}
