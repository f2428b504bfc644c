/** Where the navigation leads. On phones the first are in the bar, the others behind More. */
import {
  BookOpen,
  CalendarDays,
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
import type { Path } from './paths.ts';

export interface Place {
  to: Path;
  label: string;
  Icon: Icon;
}

export const firstPlaces: readonly Place[] = [
  { to: '/', label: 'Today', Icon: Sun },
  { to: '/leads', label: 'Leads', Icon: Inbox },
  { to: '/orders', label: 'Orders', Icon: Ticket },
  { to: '/batches', label: 'Batches', Icon: CalendarDays },
];

export const morePlaces: readonly Place[] = [
  { to: '/waitlist', label: 'Waiting list', Icon: Hourglass },
  { to: '/documents', label: 'Documents', Icon: FileText },
  { to: '/reconciliation', label: 'Reconciliation', Icon: Scale },
  { to: '/coupons', label: 'Coupons', Icon: Tag },
  { to: '/mails', label: 'Mails', Icon: Mail },
  { to: '/catalogue', label: 'Catalogue', Icon: BookOpen },
  { to: '/requests', label: 'Change requests', Icon: MessageCircleQuestion },
  { to: '/complaints', label: 'Complaints', Icon: MessageSquareWarning },
  { to: '/data-requests', label: 'Data requests', Icon: UserX },
  { to: '/webhooks', label: 'Webhooks', Icon: Webhook },
  { to: '/work', label: 'Work', Icon: Workflow },
  { to: '/settings', label: 'Settings', Icon: Settings },
];
