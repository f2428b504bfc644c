/** Stores the receipt path of a payment that is not booked yet, with the time. Stores no personal data. */
import { isReceiptPath } from './started-order.ts';

const storageKey = 'checkout-receipt';
const maxAgeMs = 7 * 24 * 60 * 60_000;

export function saveLastReceipt(path: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ path, keptAt: Date.now() }));
  } catch {
    // Storage is blocked.
  }
}

/** @returns the stored receipt path, for up to a week */
export function lastReceipt(): string | undefined {
  try {
    const stored: { path?: unknown; keptAt?: number } | null = JSON.parse(
      localStorage.getItem(storageKey) ?? 'null',
    );
    if (!stored || !(Date.now() - Number(stored.keptAt) < maxAgeMs)) return undefined;
    return isReceiptPath(stored.path) ? stored.path : undefined;
  } catch {
    return undefined;
  }
}

export function clearLastReceipt(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked.
  }
}
