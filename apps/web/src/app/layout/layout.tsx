import { ErrorBoundary } from '@meridian/ui/error-boundary';
import { thanksOverlay, toastOverlay } from '@meridian/ui/overlay';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useLinksWithin } from '../../ui/link.tsx';
import { DiscountBar } from './discount-bar.tsx';
import { Footer } from './footer.tsx';
import { NavBar } from './nav-bar.tsx';
import { ServerMarkup } from './server-markup.tsx';
import { TopBar } from './top-bar.tsx';

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-4 focus:py-3 focus:font-semibold"
      >
        Skip to content
      </a>
      <ErrorBoundary>
        <ServerMarkup id="top-bar">{import.meta.env.SSR ? <TopBar /> : null}</ServerMarkup>
      </ErrorBoundary>
      <ErrorBoundary>
        <DiscountBar />
      </ErrorBoundary>
      <ErrorBoundary>
        <NavBar />
      </ErrorBoundary>
      <main id="content" tabIndex={-1}>
        <ErrorBoundary resetKey={pathname}>{children}</ErrorBoundary>
      </main>
      <ErrorBoundary>
        <ServerMarkup id="footer" {...useLinksWithin()}>
          {import.meta.env.SSR ? <Footer /> : null}
        </ServerMarkup>
      </ErrorBoundary>
      <thanksOverlay.Host />
      <toastOverlay.Host />
    </>
  );
}
