/** Which screen an address shows, and that nothing shows without a session. */
import { Loading } from '@meridian/ui/notice';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { api } from '../api/api.ts';
import { isFailure } from '../api/failure.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { ProofProvider } from '../parts/proof.tsx';
import { matchPath, type Path } from './paths.ts';
import { screen } from './screen-loader.tsx';
import { SessionContext } from './session-context.ts';
import { Shell } from './shell.tsx';

const SignIn = screen(async () => (await import('../features/sign-in/sign-in-screen.tsx')).SignInScreen);
const Invitation = screen(
  async () => (await import('../features/sign-in/invitation-screen.tsx')).InvitationScreen,
);
const OidcReturn = screen(async () => (await import('../features/sign-in/oidc-return.tsx')).OidcReturn);
const Today = screen(async () => (await import('../features/today/today-screen.tsx')).TodayScreen);
const Leads = screen(async () => (await import('../features/leads/leads-screen.tsx')).LeadsScreen);
const Lead = screen(async () => (await import('../features/leads/lead-screen.tsx')).LeadScreen);
const Orders = screen(async () => (await import('../features/orders/orders-screen.tsx')).OrdersScreen);
const Order = screen(async () => (await import('../features/orders/order-screen.tsx')).OrderScreen);
const Batches = screen(async () => (await import('../features/batches/batches-screen.tsx')).BatchesScreen);
const Batch = screen(async () => (await import('../features/batches/batch-screen.tsx')).BatchScreen);
const Settings = screen(
  async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
);

const Documents = screen(
  async () => (await import('../features/documents/documents-screen.tsx')).DocumentsScreen,
);
const Waitlist = screen(
  async () => (await import('../features/waitlist/waitlist-screen.tsx')).WaitlistScreen,
);
const Reconciliation = screen(
  async () => (await import('../features/reconciliation/reconciliation-screen.tsx')).ReconciliationScreen,
);
const DataRequests = screen(
  async () => (await import('../features/data-requests/data-requests-screen.tsx')).DataRequestsScreen,
);
const Requests = screen(
  async () => (await import('../features/requests/requests-screen.tsx')).RequestsScreen,
);
const Complaints = screen(
  async () => (await import('../features/complaints/complaints-screen.tsx')).ComplaintsScreen,
);
const Complaint = screen(
  async () => (await import('../features/complaints/complaint-screen.tsx')).ComplaintScreen,
);
const Webhooks = screen(
  async () => (await import('../features/webhooks/webhooks-screen.tsx')).WebhooksScreen,
);
const Coupons = screen(async () => (await import('../features/coupons/coupons-screen.tsx')).CouponsScreen);
const Mails = screen(async () => (await import('../features/mails/mails-screen.tsx')).MailsScreen);
const Mail = screen(async () => (await import('../features/mails/mail-screen.tsx')).MailScreen);
const Catalogue = screen(
  async () => (await import('../features/catalogue/catalogue-screen.tsx')).CatalogueScreen,
);
const Work = screen(async () => (await import('../features/work/work-screen.tsx')).WorkScreen);
const More = screen(async () => (await import('../features/more/more-screen.tsx')).MoreScreen);

interface Place {
  title: string;
  load(): Promise<void>;
  show(id: string): ReactNode;
}

const screens: Record<Path, Place> = {
  '/': { title: 'Today', load: Today.load, show: () => <Today.Show /> },
  '/leads': { title: 'Leads', load: Leads.load, show: () => <Leads.Show /> },
  '/leads/:id': { title: 'Lead', load: Lead.load, show: (id) => <Lead.Show key={id} id={id} /> },
  '/orders': { title: 'Orders', load: Orders.load, show: () => <Orders.Show /> },
  '/orders/:id': { title: 'Order', load: Order.load, show: (id) => <Order.Show key={id} id={id} /> },
  '/batches': { title: 'Batches', load: Batches.load, show: () => <Batches.Show /> },
  '/batches/:id': { title: 'Batch', load: Batch.load, show: (id) => <Batch.Show key={id} id={id} /> },
  '/waitlist': { title: 'Waiting list', load: Waitlist.load, show: () => <Waitlist.Show /> },
  '/documents': { title: 'Documents', load: Documents.load, show: () => <Documents.Show /> },
  '/reconciliation': {
    title: 'Reconciliation',
    load: Reconciliation.load,
    show: () => <Reconciliation.Show />,
  },
  '/coupons': { title: 'Coupons', load: Coupons.load, show: () => <Coupons.Show /> },
  '/mails': { title: 'Mails', load: Mails.load, show: () => <Mails.Show /> },
  '/mails/:id': { title: 'Mail', load: Mail.load, show: (id) => <Mail.Show key={id} id={id} /> },
  '/catalogue': { title: 'Catalogue', load: Catalogue.load, show: () => <Catalogue.Show /> },
  '/requests': { title: 'Change requests', load: Requests.load, show: () => <Requests.Show /> },
  '/complaints': { title: 'Complaints', load: Complaints.load, show: () => <Complaints.Show /> },
  '/complaints/:id': {
    title: 'Complaint',
    load: Complaint.load,
    show: (id) => <Complaint.Show key={id} id={id} />,
  },
  '/webhooks': { title: 'Webhooks', load: Webhooks.load, show: () => <Webhooks.Show /> },
  '/data-requests': { title: 'Data requests', load: DataRequests.load, show: () => <DataRequests.Show /> },
  '/work': { title: 'Work', load: Work.load, show: () => <Work.Show /> },
  '/settings': { title: 'Settings', load: Settings.load, show: () => <Settings.Show /> },
  '/more': { title: 'More', load: More.load, show: () => <More.Show /> },
};

/** Loads the first screen's code beside the session, not after it. A failure is the screen's to show. */
export function preloadScreen(pathname: string): void {
  const path = matchPath(pathname)?.path;
  if (path) screens[path].load().catch(() => undefined);
}

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
        <SignIn.Show />
      ) : pathname === '/sign-in/oidc' ? (
        <OidcReturn.Show />
      ) : pathname === '/invitation' ? (
        <Invitation.Show />
      ) : (
        <SignedInApp />
      )}
    </Suspense>
  );
}
