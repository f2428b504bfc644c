/** All screens: address, title, and place in the navigation. */
import type { Role } from '@meridian/contracts/operators/console/roles';
import type { ListName } from '@meridian/contracts/operators/lists';
import {
  ArrowLeft,
  ArrowLeftRight,
  BookOpen,
  CalendarDays,
  CircleAlert,
  CircleCheck,
  FileText,
  Hourglass,
  type Icon,
  Inbox,
  Link2,
  Mail,
  MessageCircleQuestion,
  MessageSquareWarning,
  Power,
  Scale,
  Settings,
  ShieldCheck,
  Sun,
  Tag,
  Ticket,
  UserX,
  Webhook,
  Workflow,
} from '@meridian/ui/icons';
import type { ComponentType, ReactNode } from 'react';
import { screen } from './screen-loader.tsx';

interface Code {
  load(): Promise<void>;
  show(id: string): ReactNode;
}

export interface ScreenRow extends Code {
  /** `:id` stands for the id of the record. */
  path: string;
  title: string;
  /** Set if the screen is in the navigation. */
  Icon?: Icon;
  /** Set if the screen is in the navigation. */
  group?: Group;
  /** Role that is required to open the screen; undefined: every role may open it. */
  role?: Role;
  /** True if the bar on phones has the screen. The other screens are on the page More. */
  isFirst?: true;
}

/** Groups of the navigation, in order. */
const groups = ['Desk', 'Requests', 'Courses', 'Money', 'System'] as const;
type Group = (typeof groups)[number];

/** Code of a screen, in a separate chunk. */
function page(read: () => Promise<ComponentType<object>>): Code {
  const { load, Show } = screen(read);
  return { load, show: () => <Show /> };
}

function pageOfId(read: () => Promise<ComponentType<{ id: string }>>): Code {
  const { load, Show } = screen(read);
  return { load, show: (id) => <Show key={id} id={id} /> };
}

const List = screen(async () => (await import('../features/lists/contract-list.tsx')).ContractList);

/** Code of a list that the contracts define. */
const listOf = (name: ListName): Code => ({
  load: List.load,
  show: () => <List.Show key={name} name={name} />,
});

const More = screen(async () => (await import('../features/more/more-screen.tsx')).MoreScreen);

export const screens: readonly ScreenRow[] = [
  {
    path: '/',
    title: 'Today',
    Icon: Sun,
    group: 'Desk',
    isFirst: true,
    ...page(async () => (await import('../features/today/today-screen.tsx')).TodayScreen),
  },
  {
    path: '/leads',
    title: 'Leads',
    Icon: Inbox,
    group: 'Desk',
    isFirst: true,
    ...page(async () => (await import('../features/leads/leads-screen.tsx')).LeadsScreen),
  },
  {
    path: '/leads/:id',
    title: 'Lead',
    ...pageOfId(async () => (await import('../features/leads/lead-screen.tsx')).LeadScreen),
  },
  {
    path: '/orders',
    title: 'Orders',
    Icon: Ticket,
    group: 'Desk',
    isFirst: true,
    ...page(async () => (await import('../features/orders/orders-screen.tsx')).OrdersScreen),
  },
  {
    path: '/orders/:id',
    title: 'Order',
    ...pageOfId(async () => (await import('../features/orders/order-screen.tsx')).OrderScreen),
  },
  {
    path: '/batches',
    title: 'Batches',
    Icon: CalendarDays,
    group: 'Courses',
    isFirst: true,
    ...page(async () => (await import('../features/batches/batches-screen.tsx')).BatchesScreen),
  },
  {
    path: '/batches/:id',
    title: 'Batch',
    ...pageOfId(async () => (await import('../features/batches/batch-screen.tsx')).BatchScreen),
  },
  {
    path: '/waitlist',
    title: 'Waiting list',
    Icon: Hourglass,
    group: 'Courses',
    ...page(async () => (await import('../features/waitlist/waitlist-screen.tsx')).WaitlistScreen),
  },
  {
    path: '/documents',
    title: 'Documents',
    Icon: FileText,
    group: 'Money',
    ...page(async () => (await import('../features/documents/documents-screen.tsx')).DocumentsScreen),
  },
  {
    path: '/reconciliation',
    title: 'Reconciliation',
    Icon: Scale,
    group: 'Money',
    ...page(
      async () => (await import('../features/reconciliation/reconciliation-screen.tsx')).ReconciliationScreen,
    ),
  },
  {
    path: '/lists/differences',
    title: 'Differences',
    Icon: ArrowLeftRight,
    group: 'Money',
    ...listOf('differences'),
  },
  { path: '/lists/disputes', title: 'Disputes', Icon: CircleAlert, group: 'Money', ...listOf('disputes') },
  { path: '/lists/refunds', title: 'Refunds', Icon: ArrowLeft, group: 'Money', ...listOf('refunds') },
  {
    path: '/coupons',
    title: 'Coupons',
    Icon: Tag,
    group: 'Courses',
    ...page(async () => (await import('../features/coupons/coupons-screen.tsx')).CouponsScreen),
  },
  {
    path: '/sales',
    title: 'Sales and terms',
    Icon: Power,
    group: 'Money',
    ...page(async () => (await import('../features/sales/sales-screen.tsx')).SalesScreen),
  },
  {
    path: '/mails',
    title: 'Emails',
    Icon: Mail,
    group: 'Desk',
    ...page(async () => (await import('../features/mails/mails-screen.tsx')).MailsScreen),
  },
  {
    path: '/mails/:id',
    title: 'Email',
    ...pageOfId(async () => (await import('../features/mails/mail-screen.tsx')).MailScreen),
  },
  {
    path: '/catalogue',
    title: 'Catalogue',
    Icon: BookOpen,
    group: 'Courses',
    ...page(async () => (await import('../features/catalogue/catalogue-screen.tsx')).CatalogueScreen),
  },
  {
    path: '/requests',
    title: 'Change requests',
    Icon: MessageCircleQuestion,
    group: 'Requests',
    ...page(async () => (await import('../features/requests/requests-screen.tsx')).RequestsScreen),
  },
  {
    path: '/complaints',
    title: 'Complaints',
    Icon: MessageSquareWarning,
    group: 'Requests',
    ...page(async () => (await import('../features/complaints/complaints-screen.tsx')).ComplaintsScreen),
  },
  {
    path: '/complaints/:id',
    title: 'Complaint',
    ...pageOfId(async () => (await import('../features/complaints/complaint-screen.tsx')).ComplaintScreen),
  },
  {
    path: '/data-requests',
    title: 'Data requests',
    Icon: UserX,
    group: 'Requests',
    ...page(
      async () => (await import('../features/data-requests/data-requests-screen.tsx')).DataRequestsScreen,
    ),
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    Icon: Webhook,
    group: 'System',
    ...page(async () => (await import('../features/webhooks/webhooks-screen.tsx')).WebhooksScreen),
  },
  {
    path: '/integrations',
    title: 'Integrations',
    Icon: Link2,
    group: 'System',
    role: 'admin',
    ...page(
      async () => (await import('../features/integrations/integrations-screen.tsx')).IntegrationsScreen,
    ),
  },
  {
    path: '/work',
    title: 'Jobs',
    Icon: Workflow,
    group: 'System',
    ...page(async () => (await import('../features/work/work-screen.tsx')).WorkScreen),
  },
  {
    path: '/audit',
    title: 'Audit log',
    Icon: ShieldCheck,
    group: 'System',
    role: 'admin',
    ...page(async () => (await import('../features/audit/audit-screen.tsx')).AuditScreen),
  },
  {
    path: '/setup',
    title: 'Set-up',
    Icon: CircleCheck,
    group: 'System',
    ...page(async () => (await import('../features/setup/setup-screen.tsx')).SetupScreen),
  },
  {
    path: '/settings',
    title: 'Settings',
    Icon: Settings,
    group: 'System',
    ...page(async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen),
  },
  {
    path: '/more',
    title: 'More',
    load: More.load,
    show: () => <More.Show groups={groupedPlaces(({ isFirst }) => !isFirst)} />,
  },
];

const places = screens.flatMap(({ path, title, Icon, group, role, isFirst = false }) =>
  Icon && group ? [{ path, title, Icon, group, role, isFirst }] : [],
);
export type Place = (typeof places)[number];

/** @returns the groups of the navigation with the screens that are chosen; empty groups are left out */
export const groupedPlaces = (isChosen: (place: Place) => boolean = () => true) =>
  groups.flatMap((name) => {
    const members = places.filter((place) => place.group === name && isChosen(place));
    return members.length > 0 ? [{ name, places: members }] : [];
  });
