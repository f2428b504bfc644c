import { displayPrice, maxSeats, rupeesOf } from '@meridian/contracts/enrolment/pricing';
import type { Selection } from '@meridian/contracts/enrolment/selection';

const storageKey = 'checkout-selection';

function readId(value: unknown): number | undefined {
  const id = typeof value === 'string' ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/**
 * Parses a selection from the query string, the navigation state or storage. None of them is trusted.
 * @returns undefined if the course or the batch is not named; an unreadable fee or quantity counts as 1
 */
export function parseSelection(value: unknown): Selection | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const state = value as Partial<Record<keyof Selection, unknown>>;
  const courseId = readId(state.course_id);
  const batchId = readId(state.course_schedule_id);
  if (courseId === undefined || batchId === undefined) return undefined;
  try {
    return {
      course_id: courseId,
      course_name: typeof state.course_name === 'string' ? state.course_name : '',
      course_schedule_id: batchId,
      course_fee: rupeesOf(displayPrice(state.course_fee, 1).unitPaise),
      course_qty: Math.min(maxSeats, displayPrice(1, state.course_qty).seats),
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const fields = ['course_id', 'course_name', 'course_schedule_id', 'course_fee', 'course_qty'] as const;

/**
 * Takes the selection out of a query string. Links that work without scripts put it there.
 * @param search query string of the address
 * @returns the selection, if there is one, and the remaining query string
 */
export function takeSelection(search: string): { chosen: Selection | undefined; rest: string } {
  const query = new URLSearchParams(search);
  const chosen = parseSelection(Object.fromEntries(query));
  for (const field of fields) query.delete(field);
  const rest = query.toString();
  return { chosen, rest: rest && `?${rest}` };
}

/** Saves the selection, so that a reload restores it. */
export function saveSelection(selection: Selection): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(selection));
  } catch {
    // Storage is blocked: the selection is lost when the page is left.
  }
}

export function clearSelection(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked.
  }
}

/** @returns the saved selection, if any */
export function savedSelection(): Selection | undefined {
  try {
    return parseSelection(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return undefined;
  }
}
