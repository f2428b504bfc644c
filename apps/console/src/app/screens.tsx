/** Every screen: its address, its title, and where the navigation has it. */

import type { ListName } from '@meridian/contracts/operators/lists';
import {
  ArrowLeft,
  BookOpen,
  CalendarDays,
  CircleAlert,
  FileText,
  Hourglass,
  type Icon,
  Inbox,
  Mail,
  MessageCircleQuestion,
  MessageSquareWarning,
  Scale,
  Settings,
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
  /** `:id` stands for the id of what is shown. */
  path: string;
  title: string;
  /** Of a screen that the navigation has. */
  Icon?: Icon;
  /** On phones it is in the bar; the others are behind More. */
  isFirst?: true;
}

/** A screen in a chunk of its own. */
function page(read: () => Promise<ComponentType<object>>): Code {
  const { load, Show } = screen(read);
  return { load, show: () => <Show /> };
}

function pageOfId(read: () => Promise<ComponentType<{ id: string }>>): Code {
  const { load, Show } = screen(read);
  return { load, show: (id) => <Show key={id} id={id} /> };
}

const List = screen(async () => (await import('../features/lists/contract-list.tsx')).ContractList);

/** A list of the contracts. */
const listOf = (name: ListName): Code => ({
  load: List.load,
  show: () => <List.Show key={name} name={name} />,
});

const More = screen(async () => (await import('../features/more/more-screen.tsx')).MoreScreen);

const screens: readonly ScreenRow[] = [
  {
    path: '/',
    title: 'Today',
    Icon: Sun,
    isFirst: true,
    ...page(async () => (await import('../features/today/today-screen.tsx')).TodayScreen),
  },
  {
    path: '/leads',
    title: 'Leads',
    Icon: Inbox,
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
    ...page(async () => (await import('../features/waitlist/waitlist-screen.tsx')).WaitlistScreen),
  },
  {
    path: '/documents',
    title: 'Documents',
    Icon: FileText,
    ...page(async () => (await import('../features/documents/documents-screen.tsx')).DocumentsScreen),
  },
  {
    path: '/reconciliation',
    title: 'Reconciliation',
    Icon: Scale,
    ...page(
      async () => (await import('../features/reconciliation/reconciliation-screen.tsx')).ReconciliationScreen,
    ),
  },
  { path: '/lists/disputes', title: 'Disputes', Icon: CircleAlert, ...listOf('disputes') },
  { path: '/lists/refunds', title: 'Refunds', Icon: ArrowLeft, ...listOf('refunds') },
  {
    path: '/coupons',
    title: 'Coupons',
    Icon: Tag,
    ...page(async () => (await import('../features/coupons/coupons-screen.tsx')).CouponsScreen),
  },
  {
    path: '/mails',
    title: 'Mails',
    Icon: Mail,
    ...page(async () => (await import('../features/mails/mails-screen.tsx')).MailsScreen),
  },
  {
    path: '/mails/:id',
    title: 'Mail',
    ...pageOfId(async () => (await import('../features/mails/mail-screen.tsx')).MailScreen),
  },
  {
    path: '/catalogue',
    title: 'Catalogue',
    Icon: BookOpen,
    ...page(async () => (await import('../features/catalogue/catalogue-screen.tsx')).CatalogueScreen),
  },
  {
    path: '/requests',
    title: 'Change requests',
    Icon: MessageCircleQuestion,
    ...page(async () => (await import('../features/requests/requests-screen.tsx')).RequestsScreen),
  },
  {
    path: '/complaints',
    title: 'Complaints',
    Icon: MessageSquareWarning,
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
    ...page(
      async () => (await import('../features/data-requests/data-requests-screen.tsx')).DataRequestsScreen,
    ),
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    Icon: Webhook,
    ...page(async () => (await import('../features/webhooks/webhooks-screen.tsx')).WebhooksScreen),
  },
  {
    path: '/work',
    title: 'Work',
    Icon: Workflow,
    ...page(async () => (await import('../features/work/work-screen.tsx')).WorkScreen),
  },
  {
    path: '/settings',
    title: 'Settings',
    Icon: Settings,
    ...page(async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen),
  },
  {
    path: '/more',
    title: 'More',
    load: More.load,
    show: () => <More.Show places={places.filter(({ isFirst }) => !isFirst)} />,
  },
];

export const places = screens.flatMap(({ path, title, Icon, isFirst = false }) =>
  Icon ? [{ path, title, Icon, isFirst }] : [],
);
export type Place = (typeof places)[number];

const patterns = screens.map((row) => ({
  row,
  pattern: new RegExp(`^${row.path.replace(':id', '([\\w-]+)')}$`),
}));

/** @returns the screen of an address with its id, or undefined */
export function findScreen(pathname: string): { row: ScreenRow; id: string } | undefined {
  for (const { row, pattern } of patterns) {
    const match = pattern.exec(pathname);
    if (match) return { row, id: match[1] ?? '' };
  }
  return undefined;
}

/** Loads the first screen's code beside the session, not after it. A failure is the screen's to show. */
export function preloadScreen(pathname: string): void {
  findScreen(pathname)
    ?.row.load()
    .catch(() => undefined);
}
