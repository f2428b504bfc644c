/** Search results other than records: pages, actions that start on a page, and buttons of the open page. */
import type { Role } from '@meridian/contracts/operators/console/roles';
import type { FoundOption } from './found-options.ts';
import { groupedPlaces } from './screens.tsx';

interface Command {
  title: string;
  /** A page. A hash opens a dialog of the page; see `useHashDialog`. */
  address: string;
  role: Role;
}

const commands: readonly Command[] = [
  { title: 'New coupon', address: '/coupons#new', role: 'finance' },
  { title: 'Record a complaint', address: '/complaints#new', role: 'desk' },
  { title: 'Compare payments with the provider', address: '/work', role: 'finance' },
  { title: 'Issue documents', address: '/documents', role: 'finance' },
  { title: 'Compare batches with the upstream', address: '/batches', role: 'desk' },
  { title: 'Offer free seats to the waiting list', address: '/waitlist', role: 'desk' },
  { title: 'Invite an operator', address: '/settings#invite', role: 'admin' },
  { title: "Clear the site's cache", address: '/catalogue', role: 'desk' },
];

/** True if each word of the text is a prefix of a word of the title. */
function matches(title: string, text: string): boolean {
  const words = title.toLowerCase().split(/\s+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

const isShown = (button: HTMLButtonElement) => button.offsetParent !== null;

const labelOf = (button: HTMLButtonElement) => button.getAttribute('aria-label') ?? button.textContent.trim();

/**
 * @returns the visible, enabled buttons of the open page that have a label; a button in a list or table needs
 *   an `aria-label`, which names the row
 */
function buttonsOfPage(page: ParentNode | null): HTMLButtonElement[] {
  const buttons = [...(page?.querySelectorAll<HTMLButtonElement>('button[type=button]:enabled') ?? [])];
  const isNamed = (button: HTMLButtonElement) =>
    labelOf(button) !== '' &&
    (button.hasAttribute('aria-label') || button.closest('li, tr, [role=row]') === null);
  return buttons.filter((button) => isShown(button) && isNamed(button));
}

/**
 * Clicks a button. A button that runs an action without a dialog gets only the focus, so that a second Enter
 * runs it.
 */
function press(button: HTMLButtonElement): void {
  if (button.hasAttribute('data-runs-now')) button.focus();
  else button.click();
}

/**
 * @param text the search text; empty for all options
 * @param may returns whether the operator has a role
 * @param page the open page
 * @returns the options whose title matches
 */
export function commandOptions(
  text: string,
  may: (role: Role) => boolean,
  page: ParentNode | null,
): FoundOption[] {
  const ofPage = buttonsOfPage(page).map(
    (button): FoundOption => ({
      title: labelOf(button),
      detail: 'On this page',
      kind: 'Action',
      run: () => press(button),
    }),
  );
  const ofOthers = commands
    .filter(({ role }) => may(role))
    .map(({ title, address }): FoundOption => ({ title, detail: '', kind: 'Action', address }));
  const pages = groupedPlaces(({ role }) => role === undefined || may(role)).flatMap(({ name, places }) =>
    places.map(({ title, path }): FoundOption => ({ title, detail: name, kind: 'Page', address: path })),
  );
  return [...ofPage, ...ofOthers, ...pages].filter(({ title }) => matches(title, text));
}
