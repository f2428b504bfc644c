/** The money rules (specification, section 9), in integer paise. The screens and the server share them. */
import { formatWhole } from '../indian-number.ts';

export const gstPercent = 18;
export const currency = 'INR';
/** Most seats in one order. */
export const maxSeats = 50;

export interface Price {
  /** One seat. */
  unitPaise: number;
  seats: number;
  subTotalPaise: number;
  gstPaise: number;
  /** Sub total plus GST: what is charged. */
  totalPaise: number;
}

/** @returns an amount in rupees as integer paise */
export function paiseOf(rupees: number): number {
  return Math.round(rupees * 100);
}

/** @returns an amount in paise as rupees, with at most two decimals */
export function rupeesOf(paise: number): number {
  return paise / 100;
}

/**
 * Price of an order: sub total = fee × seats; GST = 18 % of the sub total, rounded to the paisa; total = both.
 *
 * @param unitPaise price of one seat in integer paise, 0 or more
 * @param seats whole number of seats, 0 or more
 * @throws RangeError where either is not a safe whole number from 0 up
 */
export function priceOf(unitPaise: number, seats: number): Price {
  if (!Number.isSafeInteger(unitPaise) || unitPaise < 0)
    throw new RangeError('unitPaise must be whole paise');
  if (!Number.isSafeInteger(seats) || seats < 0) throw new RangeError('seats must be a whole number');
  const subTotalPaise = unitPaise * seats;
  if (!Number.isSafeInteger(subTotalPaise * (100 + gstPercent))) throw new RangeError('amount out of range');
  const gstPaise = Math.round((subTotalPaise * gstPercent) / 100);
  return { unitPaise, seats, subTotalPaise, gstPaise, totalPaise: subTotalPaise + gstPaise };
}

function readable(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

/**
 * Price as a screen shows it: an unreadable fee or quantity counts as 1. A display rule only; the server refuses
 * what it cannot read.
 *
 * @param feeRupees fee in rupees as it came, in any form
 * @param quantity number of seats as it came, in any form
 */
export function displayPrice(feeRupees: unknown, quantity: unknown): Price {
  return priceOf(paiseOf(readable(feeRupees) ?? 1), Math.trunc(readable(quantity) ?? 1));
}

/**
 * The price of one seat of a batch: its discounted fee, or its fee where that is missing.
 * @returns rupees, or null where neither can be read
 */
export function seatFee(batch: { fee: number | null; discount_fee: number | null }): number | null {
  return batch.discount_fee ?? batch.fee;
}

/**
 * What the seat stepper makes of an input: a whole number, 0 where it is not a number, never below 0.
 * @param value what the visitor typed
 */
export function seatsFromInput(value: string): number {
  const number = Number.parseInt(value, 10);
  return Number.isNaN(number) ? 0 : Math.min(maxSeats, Math.max(0, number));
}

/**
 * An amount for people, grouped the Indian way: `₹1,23,456`, with paise only where there are any.
 * @param paise integer paise
 */
export function formatPaise(paise: number): string {
  const amount = Math.abs(paise);
  const rupees = formatWhole(Math.floor(amount / 100));
  const rest = amount % 100;
  return `${paise < 0 ? '-' : ''}₹${rupees}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}

/** The total of one seat, its GST included, for a fee in rupees. For display: `priceOf` in one step, as short as can be. */
export function formatWithGst(feeRupees: number): string {
  return formatPaise(Math.round(feeRupees * (100 + gstPercent)));
}

/** An amount in rupees, as `formatPaise` writes it. */
export function formatRupees(rupees: number): string {
  return formatPaise(paiseOf(rupees));
}
