/** Draft rows of attendees, stored for the tab like the other fields of the checkout. */
import { isEmptyRow, newRow, type Row } from './rows.ts';

const keyOf = (page: string) => `attendees ${page}`;

interface Draft {
  forSomebodyElse: boolean;
  people: { name: string; email: string }[];
}

/** @param page path of the page that has the rows */
export function saveRows(page: string, rows: readonly Row[], forSomebodyElse = false): void {
  const people = rows.filter((row) => !isEmptyRow(row)).map(({ name, email }) => ({ name, email }));
  try {
    if (people.length === 0 && !forSomebodyElse) sessionStorage.removeItem(keyOf(page));
    else sessionStorage.setItem(keyOf(page), JSON.stringify({ forSomebodyElse, people } satisfies Draft));
  } catch {
    // Storage is full or blocked: the draft is lost when the page is left.
  }
}

/** @returns the draft of this page */
export function savedRows(page: string): { rows: Row[]; forSomebodyElse: boolean } {
  try {
    const draft: Partial<Draft> = JSON.parse(sessionStorage.getItem(keyOf(page)) ?? '{}');
    const rows = (draft.people ?? []).map(({ name, email }) => ({
      ...newRow({ name: String(name), email: String(email) }),
      done: true,
    }));
    return { rows, forSomebodyElse: draft.forSomebodyElse === true };
  } catch {
    // Storage is blocked, or has invalid content.
    return { rows: [], forSomebodyElse: false };
  }
}
