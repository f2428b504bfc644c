/** Which screen an address shows, and that nothing shows without a session. */
import { Loading } from '@meridian/ui/notice';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { api } from '../api/api.ts';
import { isFailure } from '../api/failure.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { ProofProvider } from '../parts/proof.tsx';
import { SessionContext } from './session-context.ts';
import { Shell } from './shell.tsx';

const SignIn = lazy(async () => ({
  default: (await import('../features/sign-in/sign-in-screen.tsx')).SignInScreen,
}));
const Invitation = lazy(async () => ({
  default: (await import('../features/sign-in/invitation-screen.tsx')).InvitationScreen,
}));
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
const Settings = lazy(async () => ({
  default: (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
}));

const screens = [
  { path: /^\/$/, title: 'Today', show: () => <Today /> },
  { path: /^\/leads$/, title: 'Leads', show: () => <Leads /> },
  { path: /^\/leads\/([\w-]+)$/, title: 'Lead', show: (id: string) => <Lead key={id} id={id} /> },
  { path: /^\/orders$/, title: 'Orders', show: () => <Orders /> },
  { path: /^\/orders\/([\w-]+)$/, title: 'Order', show: (id: string) => <Order key={id} id={id} /> },
  { path: /^\/settings$/, title: 'Settings', show: () => <Settings /> },
];

function Screen() {
  const { pathname } = useLocation();
  const found = screens.find(({ path }) => path.test(pathname));
  const title = found?.title ?? 'Nothing here';
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  if (!found) return <Navigate to="/" replace />;
  return found.show(found.path.exec(pathname)?.[1] ?? '');
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
      {pathname === '/sign-in' ? <SignIn /> : pathname === '/invitation' ? <Invitation /> : <SignedInApp />}
    </Suspense>
  );
}
