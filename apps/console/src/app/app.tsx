/** Which screen an address shows, and that nothing shows without a session. */
import { Loading } from '@meridian/ui/notice';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { api } from '../api/api.ts';
import { isFailure } from '../api/failure.ts';
import type { Store } from '../api/store.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { ProofProvider } from '../parts/proof.tsx';
import { matchPath, type Path } from './paths.ts';
import { SessionContext } from './session-context.ts';
import { Shell } from './shell.tsx';

const SignIn = lazy(async () => ({
  default: (await import('../features/sign-in/sign-in-screen.tsx')).SignInScreen,
}));
const Invitation = lazy(async () => ({
  default: (await import('../features/sign-in/invitation-screen.tsx')).InvitationScreen,
}));
const OidcReturn = lazy(async () => ({
  default: (await import('../features/sign-in/oidc-return.tsx')).OidcReturn,
}));
const loads: Partial<Record<Path, () => Promise<unknown>>> = {
  '/': () => import('../features/today/today-screen.tsx'),
  '/leads': () => import('../features/leads/leads-screen.tsx'),
  '/leads/:id': () => import('../features/leads/lead-screen.tsx'),
  '/orders': () => import('../features/orders/orders-screen.tsx'),
  '/orders/:id': () => import('../features/orders/order-screen.tsx'),
  '/batches': () => import('../features/batches/batches-screen.tsx'),
};

/** Loads the first screen's code and data beside the session, not after it. Failures show where they are used. */
export function preload(dispatch: Store['dispatch'], { pathname, search }: Location): void {
  const path = matchPath(pathname)?.path;
  if (!path) return;
  const quietly = { subscribe: false };
  void dispatch(api.endpoints.session.initiate(undefined, quietly));
  loads[path]?.().catch(() => undefined);
  if (search === '' && path === '/leads') void dispatch(api.endpoints.leads.initiate({}, quietly));
  if (search === '' && path === '/orders') void dispatch(api.endpoints.orders.initiate({}, quietly));
}

const Today = lazy(async () => ({
  default: (await import('../features/today/today-screen.tsx')).TodayScreen,
}));
const Leads = lazy(async () => ({
  default: (await import('../features/leads/leads-screen.tsx')).LeadsScreen,
}));
const Lead = lazy(async () => ({ default: (await import('../features/leads/lead-screen.tsx')).LeadScreen }));
const Orders = lazy(async () => ({
  default: (await import('../features/orders/orders-screen.tsx')).OrdersScreen,
}));
const Order = lazy(async () => ({
  default: (await import('../features/orders/order-screen.tsx')).OrderScreen,
}));
const Batches = lazy(async () => ({
  default: (await import('../features/batches/batches-screen.tsx')).BatchesScreen,
}));
const Batch = lazy(async () => ({
  default: (await import('../features/batches/batch-screen.tsx')).BatchScreen,
}));
const Settings = lazy(async () => ({
  default: (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
}));

const Documents = lazy(async () => ({
  default: (await import('../features/documents/documents-screen.tsx')).DocumentsScreen,
}));
const Waitlist = lazy(async () => ({
  default: (await import('../features/waitlist/waitlist-screen.tsx')).WaitlistScreen,
}));
const Reconciliation = lazy(async () => ({
  default: (await import('../features/reconciliation/reconciliation-screen.tsx')).ReconciliationScreen,
}));
const DataRequests = lazy(async () => ({
  default: (await import('../features/data-requests/data-requests-screen.tsx')).DataRequestsScreen,
}));
const Coupons = lazy(async () => ({
  default: (await import('../features/coupons/coupons-screen.tsx')).CouponsScreen,
}));
const Mails = lazy(async () => ({
  default: (await import('../features/mails/mails-screen.tsx')).MailsScreen,
}));
const Mail = lazy(async () => ({ default: (await import('../features/mails/mail-screen.tsx')).MailScreen }));
const Catalogue = lazy(async () => ({
  default: (await import('../features/catalogue/catalogue-screen.tsx')).CatalogueScreen,
}));
const Work = lazy(async () => ({ default: (await import('../features/work/work-screen.tsx')).WorkScreen }));
const More = lazy(async () => ({ default: (await import('../features/more/more-screen.tsx')).MoreScreen }));

const screens: Record<Path, { title: string; show(id: string): ReactNode }> = {
  '/': { title: 'Today', show: () => <Today /> },
  '/leads': { title: 'Leads', show: () => <Leads /> },
  '/leads/:id': { title: 'Lead', show: (id) => <Lead key={id} id={id} /> },
  '/orders': { title: 'Orders', show: () => <Orders /> },
  '/orders/:id': { title: 'Order', show: (id) => <Order key={id} id={id} /> },
  '/batches': { title: 'Batches', show: () => <Batches /> },
  '/batches/:id': { title: 'Batch', show: (id) => <Batch key={id} id={id} /> },
  '/waitlist': { title: 'Waiting list', show: () => <Waitlist /> },
  '/documents': { title: 'Documents', show: () => <Documents /> },
  '/reconciliation': { title: 'Reconciliation', show: () => <Reconciliation /> },
  '/coupons': { title: 'Coupons', show: () => <Coupons /> },
  '/mails': { title: 'Mails', show: () => <Mails /> },
  '/mails/:id': { title: 'Mail', show: (id) => <Mail key={id} id={id} /> },
  '/catalogue': { title: 'Catalogue', show: () => <Catalogue /> },
  '/data-requests': { title: 'Data requests', show: () => <DataRequests /> },
  '/work': { title: 'Work', show: () => <Work /> },
  '/settings': { title: 'Settings', show: () => <Settings /> },
  '/more': { title: 'More', show: () => <More /> },
};

function Screen() {
  const { pathname } = useLocation();
  const found = matchPath(pathname);
  const title = found ? screens[found.path].title : 'Nothing here';
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  if (!found) return <Navigate to="/" replace />;
  return screens[found.path].show(found.id);
}

function SignedInApp() {
  const { pathname, search } = useLocation();
  const session = api.useSessionQuery();
  const isOut = isFailure(session.error) && session.error.status === 401;
  if (isOut || session.data?.enrolling) {
    const next = pathname === '/' ? '' : `?next=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/sign-in${next}`} replace />;
  }
  if (!session.data)
    return session.error ? (
      <main className="p-6">
        <FailureNotice error={session.error} retry={session.refetch} />
      </main>
    ) : (
      <Loading className="p-6" />
    );
  return (
    <SessionContext value={session.data}>
      <ProofProvider>
        <Shell>
          <Suspense fallback={<Loading />}>
            <Screen />
          </Suspense>
        </Shell>
      </ProofProvider>
    </SessionContext>
  );
}

export function App() {
  const { pathname } = useLocation();
  return (
    <Suspense fallback={<Loading className="p-6" />}>
      {pathname === '/sign-in' ? (
        <SignIn />
      ) : pathname === '/sign-in/oidc' ? (
        <OidcReturn />
      ) : pathname === '/invitation' ? (
        <Invitation />
      ) : (
        <SignedInApp />
      )}
    </Suspense>
  );
}
