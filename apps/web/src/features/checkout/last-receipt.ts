/** The way back to a payment that is being confirmed. Kept are an address and a time, and nothing of the visitor. */
import { isReceiptPath } from './started-order.ts';

const storageKey = 'checkout-receipt';
const keptForMs = 7 * 24 * 60 * 60_000;

export function keepLastReceipt(path: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ path, keptAt: Date.now() }));
  } catch {
    // A browser that keeps nothing: the receipt's page itself is the way.
  }
}

/** @returns path of the receipt of the last payment that was not booked when it was seen last, for a week */
export function lastReceipt(): string | undefined {
  try {
    const kept: { path?: unknown; keptAt?: number } | null = JSON.parse(
      localStorage.getItem(storageKey) ?? 'null',
    );
    if (!kept || !(Date.now() - Number(kept.keptAt) < keptForMs)) return undefined;
    return isReceiptPath(kept.path) ? kept.path : undefined;
  } catch {
    return undefined;
  }
}

export function forgetLastReceipt(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}
