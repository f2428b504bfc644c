/**
 * The icons in use, from Lucide 1.75.0 (licence: `icons.LICENSE.txt`). To add an icon, copy its elements from
 * https://lucide.dev.
 */
import { type ComponentProps, createElement, type ReactElement } from 'react';

/** A decorative icon. The text beside it has the same meaning. */
export type Icon = (props: ComponentProps<'svg'>) => ReactElement;

const drawing = {
  viewBox: '0 0 24 24',
  width: 24,
  height: 24,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': 'true',
} as const;

/* @__NO_SIDE_EFFECTS__ */
function icon(...parts: ReactElement[]): Icon {
  return (props) => createElement('svg', { ...drawing, ...props }, ...parts);
}

export const ArrowDown = icon(<path d="M12 5v14" />, <path d="m19 12-7 7-7-7" />);
export const ArrowLeft = icon(<path d="m12 19-7-7 7-7" />, <path d="M19 12H5" />);
export const ArrowLeftRight = icon(
  <path d="M8 3 4 7l4 4" />,
  <path d="M4 7h16" />,
  <path d="m16 21 4-4-4-4" />,
  <path d="M20 17H4" />,
);
export const ArrowRight = icon(<path d="M5 12h14" />, <path d="m12 5 7 7-7 7" />);
export const BookOpen = icon(
  <path d="M12 5v16" />,
  <path d="M20.001 19A2 2 0 0022 17V5a2 2 0 00-1.999-2L16 3.002A5 5 0 0012 5a5 5 0 00-4-2H4a2 2 0 00-2 2v12a2 2 0 001.999 2H8a5 5 0 014 2 5 5 0 014-2z" />,
);
export const Building2 = icon(
  <path d="M10 12h4" />,
  <path d="M10 8h4" />,
  <path d="M14 21v-3a2 2 0 0 0-4 0v3" />,
  <path d="M6 10H4a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-2" />,
  <path d="M6 21V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v16" />,
);
export const CalendarDays = icon(
  <path d="M8 2v3" />,
  <path d="M16 2v3" />,
  <rect x="3" y="3" width="18" height="18" rx="2" />,
  <path d="M3 9h18" />,
  <path d="M8 13h.01" />,
  <path d="M12 13h.01" />,
  <path d="M16 13h.01" />,
  <path d="M8 17h.01" />,
  <path d="M12 17h.01" />,
  <path d="M16 17h.01" />,
);
export const CalendarHeart = icon(
  <path d="M12.127 21H5a2 2 0 01-2-2V5a2 2 0 012-2h14a2 2 0 012 2v5.125" />,
  <path d="M14.62 17.8A2.25 2.25 0 1118 14.836a2.25 2.25 0 113.38 2.966l-2.626 2.856a.998.998 0 01-1.507 0z" />,
  <path d="M16 2v3" />,
  <path d="M3 9h18" />,
  <path d="M8 2v3" />,
);
export const CalendarPlus = icon(
  <path d="M16 18h6" />,
  <path d="M16 2v3" />,
  <path d="M19 15v6" />,
  <path d="M21 11.5V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h8.3" />,
  <path d="M3 9h18" />,
  <path d="M8 2v3" />,
);
export const CalendarRange = icon(
  <rect x="3" y="3" width="18" height="18" rx="2" />,
  <path d="M16 2v3" />,
  <path d="M3 9h18" />,
  <path d="M8 2v3" />,
  <path d="M17 13h-6" />,
  <path d="M13 17H7" />,
  <path d="M7 13h.01" />,
  <path d="M17 17h.01" />,
);
export const Check = icon(<path d="M20 6 9 17l-5-5" />);
export const ChevronDown = icon(<path d="m6 9 6 6 6-6" />);
export const ChevronLeft = icon(<path d="m15 18-6-6 6-6" />);
export const ChevronRight = icon(<path d="m9 18 6-6-6-6" />);
export const CircleAlert = icon(
  <circle cx="12" cy="12" r="10" />,
  <line x1="12" x2="12" y1="8" y2="12" />,
  <line x1="12" x2="12.01" y1="16" y2="16" />,
);
export const CircleCheck = icon(<circle cx="12" cy="12" r="10" />, <path d="m16 9-5.5 5.5L8 12" />);
export const CircleHelp = icon(
  <circle cx="12" cy="12" r="10" />,
  <path d="M9 9.5a3 2.5 0 016 0c0 2-2 2-3 3.5" />,
  <path d="M12 17h.01" />,
);
export const CircleX = icon(<circle cx="12" cy="12" r="10" />, <path d="m15 9-6 6" />, <path d="m9 9 6 6" />);
export const Clock = icon(<circle cx="12" cy="12" r="10" />, <path d="M12 6v6l4 2" />);
export const Download = icon(
  <path d="M12 15V3" />,
  <path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4" />,
  <path d="m7 10 5 5 5-5" />,
);
export const Ellipsis = icon(
  <circle cx="12" cy="12" r="1" />,
  <circle cx="19" cy="12" r="1" />,
  <circle cx="5" cy="12" r="1" />,
);
export const FileText = icon(
  <path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z" />,
  <path d="M14 2v5a1 1 0 0 0 1 1h5" />,
  <path d="M10 9H8" />,
  <path d="M16 13H8" />,
  <path d="M16 17H8" />,
);
export const Flame = icon(
  <path d="M12 3q1 4 4 6.5t3 5.5a1 1 0 0 1-14 0 5 5 0 0 1 1-3 1 1 0 0 0 5 0c0-2-1.5-3-1.5-5q0-2 2.5-4" />,
);
export const GraduationCap = icon(
  <path d="M21.42 10.922a1 1 0 0 0-.019-1.838L12.83 5.18a2 2 0 0 0-1.66 0L2.6 9.08a1 1 0 0 0 0 1.832l8.57 3.908a2 2 0 0 0 1.66 0z" />,
  <path d="M22 10v6" />,
  <path d="M6 12.5V16a6 3 0 0 0 12 0v-3.5" />,
);
export const Handshake = icon(
  <path d="m11 17 2 2a1 1 0 1 0 3-3" />,
  <path d="m14 14 2.5 2.5a1 1 0 1 0 3-3l-3.88-3.88a3 3 0 0 0-4.24 0l-.88.88a1 1 0 1 1-3-3l2.81-2.81a5.79 5.79 0 0 1 7.06-.87l.47.28a2 2 0 0 0 1.42.25L21 4" />,
  <path d="m21 3 1 11h-2" />,
  <path d="M3 3 2 14l6.5 6.5a1 1 0 1 0 3-3" />,
  <path d="M3 4h8" />,
);
export const Hourglass = icon(
  <path d="M5 22h14" />,
  <path d="M5 2h14" />,
  <path d="M17 22v-4.172a2 2 0 0 0-.586-1.414L12 12l-4.414 4.414A2 2 0 0 0 7 17.828V22" />,
  <path d="M7 2v4.172a2 2 0 0 0 .586 1.414L12 12l4.414-4.414A2 2 0 0 0 17 6.172V2" />,
);
export const Inbox = icon(
  <polyline points="22 12 16 12 14 15 10 15 8 12 2 12" />,
  <path d="M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z" />,
);
export const KeyRound = icon(
  <path d="M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z" />,
  <circle cx="16.5" cy="7.5" r=".5" fill="currentColor" />,
);
export const Link2 = icon(
  <path d="M9 17H7A5 5 0 0 1 7 7h2" />,
  <path d="M15 7h2a5 5 0 1 1 0 10h-2" />,
  <line x1="8" x2="16" y1="12" y2="12" />,
);
export const Lock = icon(
  <rect width="18" height="11" x="3" y="11" rx="2" ry="2" />,
  <path d="M7 11V7a5 5 0 0 1 10 0v4" />,
);
export const LogIn = icon(
  <path d="m10 17 5-5-5-5" />,
  <path d="M15 12H3" />,
  <path d="M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4" />,
);
export const LogOut = icon(
  <path d="m16 17 5-5-5-5" />,
  <path d="M21 12H9" />,
  <path d="M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4" />,
);
export const Loop = icon(<path d="M6 16c5 0 7-8 12-8a4 4 0 0 1 0 8c-5 0-7-8-12-8a4 4 0 1 0 0 8" />);
export const Mail = icon(
  <path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7" />,
  <rect x="2" y="4" width="20" height="16" rx="2" />,
);
export const Menu = icon(<path d="M4 5h16" />, <path d="M4 12h16" />, <path d="M4 19h16" />);
export const MessageCircle = icon(
  <path d="M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719" />,
);
export const MessageCircleQuestion = icon(
  <path d="M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719" />,
  <path d="M9 9.5a3 2.5 0 016 0c0 2-2 2-3 3.5" />,
  <path d="M12 17h.01" />,
);
export const MessageSquareWarning = icon(
  <path d="M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z" />,
  <path d="M12 15h.01" />,
  <path d="M12 7v4" />,
);
export const Minus = icon(<path d="M5 12h14" />);
export const Monitor = icon(
  <rect width="20" height="14" x="2" y="3" rx="2" />,
  <line x1="8" x2="16" y1="21" y2="21" />,
  <line x1="12" x2="12" y1="17" y2="21" />,
);
export const Moon = icon(
  <path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401" />,
);
export const NotebookPen = icon(
  <path d="M13.4 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-7.4" />,
  <path d="M2 6h4" />,
  <path d="M2 10h4" />,
  <path d="M2 14h4" />,
  <path d="M2 18h4" />,
  <path d="M21.378 5.626a1 1 0 1 0-3.004-3.004l-5.01 5.012a2 2 0 0 0-.506.854l-.837 2.87a.5.5 0 0 0 .62.62l2.87-.837a2 2 0 0 0 .854-.506z" />,
);
export const Phone = icon(
  <path d="M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384" />,
);
export const Play = icon(
  <path d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z" />,
);
export const Plus = icon(<path d="M5 12h14" />, <path d="M12 5v14" />);
export const Power = icon(<path d="M12 2v10" />, <path d="M18.4 6.6a9 9 0 1 1-12.77.04" />);
export const Printer = icon(
  <path d="M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2" />,
  <path d="M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6" />,
  <rect x="6" y="14" width="12" height="8" rx="1" />,
);
export const Quote = icon(
  <path d="M16 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2z" />,
  <path d="M5 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2z" />,
);
export const Repeat = icon(
  <path d="m17 2 4 4-4 4" />,
  <path d="M3 11v-1a4 4 0 0 1 4-4h14" />,
  <path d="m7 22-4-4 4-4" />,
  <path d="M21 13v1a4 4 0 0 1-4 4H3" />,
);
export const Scale = icon(
  <path d="M12 3v18" />,
  <path d="m19 8 3 8a5 5 0 0 1-6 0zV7" />,
  <path d="M3 7h1a17 17 0 0 0 8-2 17 17 0 0 0 8 2h1" />,
  <path d="m5 8 3 8a5 5 0 0 1-6 0zV7" />,
  <path d="M7 21h10" />,
);
export const Search = icon(<path d="m21 21-4.34-4.34" />, <circle cx="11" cy="11" r="8" />);
export const Settings = icon(
  <path d="M9.671 4.136a2.34 2.34 0 0 1 4.659 0 2.34 2.34 0 0 0 3.319 1.915 2.34 2.34 0 0 1 2.33 4.033 2.34 2.34 0 0 0 0 3.831 2.34 2.34 0 0 1-2.33 4.033 2.34 2.34 0 0 0-3.319 1.915 2.34 2.34 0 0 1-4.659 0 2.34 2.34 0 0 0-3.32-1.915 2.34 2.34 0 0 1-2.33-4.033 2.34 2.34 0 0 0 0-3.831A2.34 2.34 0 0 1 6.35 6.051a2.34 2.34 0 0 0 3.319-1.915" />,
  <circle cx="12" cy="12" r="3" />,
);
export const ShieldCheck = icon(
  <path d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z" />,
  <path d="m9 12 2 2 4-4" />,
);
export const SquareKanban = icon(
  <rect width="18" height="18" x="3" y="3" rx="2" />,
  <path d="M8 7v7" />,
  <path d="M12 7v4" />,
  <path d="M16 7v9" />,
);
export const Sun = icon(
  <circle cx="12" cy="12" r="4" />,
  <path d="M12 2v2" />,
  <path d="M12 20v2" />,
  <path d="m4.93 4.93 1.41 1.41" />,
  <path d="m17.66 17.66 1.41 1.41" />,
  <path d="M2 12h2" />,
  <path d="M20 12h2" />,
  <path d="m6.34 17.66-1.41 1.41" />,
  <path d="m19.07 4.93-1.41 1.41" />,
);
export const Sunrise = icon(
  <path d="M12 2v8" />,
  <path d="m4.93 10.93 1.41 1.41" />,
  <path d="M2 18h2" />,
  <path d="M20 18h2" />,
  <path d="m19.07 10.93-1.41 1.41" />,
  <path d="M22 22H2" />,
  <path d="m8 6 4-4 4 4" />,
  <path d="M16 18a4 4 0 0 0-8 0" />,
);
export const Tag = icon(
  <path d="M12.586 2.586A2 2 0 0 0 11.172 2H4a2 2 0 0 0-2 2v7.172a2 2 0 0 0 .586 1.414l8.704 8.704a2.426 2.426 0 0 0 3.42 0l6.58-6.58a2.426 2.426 0 0 0 0-3.42z" />,
  <circle cx="7.5" cy="7.5" r=".5" fill="currentColor" />,
);
export const Ticket = icon(
  <path d="M2 9a3 3 0 0 1 0 6v2a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-2a3 3 0 0 1 0-6V7a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2Z" />,
  <path d="M13 5v2" />,
  <path d="M13 17v2" />,
  <path d="M13 11v2" />,
);
export const TicketPercent = icon(
  <path d="M2 9a3 3 0 1 1 0 6v2a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-2a3 3 0 1 1 0-6V7a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2Z" />,
  <path d="M9 9h.01" />,
  <path d="m15 9-6 6" />,
  <path d="M15 15h.01" />,
);
export const TrainFront = icon(
  <path d="M8 3.1V7a4 4 0 0 0 8 0V3.1" />,
  <path d="m9 15-1-1" />,
  <path d="m15 15 1-1" />,
  <path d="M9 19c-2.8 0-5-2.2-5-5v-4a8 8 0 0 1 16 0v4c0 2.8-2.2 5-5 5Z" />,
  <path d="m8 19-2 3" />,
  <path d="m16 19 2 3" />,
);
export const TrendingUp = icon(<path d="M16 7h6v6" />, <path d="m22 7-8.5 8.5-5-5L2 17" />);
export const Upload = icon(
  <path d="M12 3v12" />,
  <path d="m17 8-5-5-5 5" />,
  <path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4" />,
);
export const UserRound = icon(<circle cx="12" cy="8" r="5" />, <path d="M20 21a8 8 0 0 0-16 0" />);
export const UserX = icon(
  <path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2" />,
  <circle cx="9" cy="7" r="4" />,
  <line x1="17" x2="22" y1="8" y2="13" />,
  <line x1="22" x2="17" y1="8" y2="13" />,
);
export const Users = icon(
  <path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2" />,
  <path d="M16 3.128a4 4 0 0 1 0 7.744" />,
  <path d="M22 21v-2a4 4 0 0 0-3-3.87" />,
  <circle cx="9" cy="7" r="4" />,
);
export const Webhook = icon(
  <path d="M18 16.98h-5.99c-1.1 0-1.95.94-2.48 1.9A4 4 0 0 1 2 17c.01-.7.2-1.4.57-2" />,
  <path d="m6 17 3.13-5.78c.53-.97.1-2.18-.5-3.1a4 4 0 1 1 6.89-4.06" />,
  <path d="m12 6 3.13 5.73C15.66 12.7 16.9 13 18 13a4 4 0 0 1 0 8" />,
);
export const Workflow = icon(
  <rect width="8" height="8" x="3" y="3" rx="2" />,
  <path d="M7 11v4a2 2 0 0 0 2 2h4" />,
  <rect width="8" height="8" x="13" y="13" rx="2" />,
);
export const Wrench = icon(
  <path d="M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z" />,
);
export const X = icon(<path d="M18 6 6 18" />, <path d="m6 6 12 12" />);
