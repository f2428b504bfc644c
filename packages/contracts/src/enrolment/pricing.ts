/** Price rules (specification, section 9), in integer paise; used by pages and the server. */
import { formatWhole } from '../indian-number.ts';

export const gstPercent = 18;
export const currency = 'INR';
/** Minimum amount of an order. The payment provider accepts no order below one rupee. */
export const minChargePaise = 100;
/** Maximum number of seats per order. */
export const maxSeats = 50;

export interface Price {
  /** Price per seat. */
  unitPaise: number;
  seats: number;
  subTotalPaise: number;
  gstPaise: number;
  /** Subtotal plus GST, the amount charged. */
  totalPaise: number;
}

/** Converts rupees to integer paise. */
export function paiseOf(rupees: number): number {
  return Math.round(rupees * 100);
}

/** Converts paise to rupees with at most two decimals. */
export function rupeesOf(paise: number): number {
  return paise / 100;
}

/**
 * Price of an order: subtotal = fee × seats; GST = 18 % of the subtotal, rounded to the paisa; total =
 * subtotal + GST.
 * @param unitPaise price per seat, integer paise, 0 or more
 * @param seats integer, 0 or more
 * @throws RangeError if a number is negative or not an integer, or if the total is too large
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
 * Price for display. An unreadable fee or quantity counts as 1. For a payment, the server refuses such
 * values.
 * @param feeRupees fee in rupees, any type
 * @param quantity number of seats, any type
 */
export function displayPrice(feeRupees: unknown, quantity: unknown): Price {
  return priceOf(paiseOf(readable(feeRupees) ?? 1), Math.trunc(readable(quantity) ?? 1));
}

/**
 * Price per seat: the discounted fee, else the fee.
 * @returns rupees, or null if neither is readable
 */
export function seatFee(batch: { fee: number | null; discount_fee: number | null }): number | null {
  return batch.discount_fee ?? batch.fee;
}

/**
 * Parses the input of the seat stepper.
 * @param value text of the input
 * @returns an integer from 0 to `maxSeats`; 0 if the text is not a number
 */
export function seatsFromInput(value: string): number {
  const number = Number.parseInt(value, 10);
  return Number.isNaN(number) ? 0 : Math.min(maxSeats, Math.max(0, number));
}

/**
 * Formats an amount with Indian grouping: `₹1,23,456`. Paise are shown only if they are not 0.
 * @param paise integer paise
 */
export function formatPaise(paise: number): string {
  const amount = Math.abs(paise);
  const rupees = formatWhole(Math.floor(amount / 100));
  const rest = amount % 100;
  return `${paise < 0 ? '-' : ''}₹${rupees}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}

/**
 * Formats the total of one seat with GST. It is the same total as that of `priceOf`, computed with less code
 * in the bundle.
 */
export function formatWithGst(feeRupees: number): string {
  return formatPaise(Math.round(feeRupees * (100 + gstPercent)));
}

/** Formats rupees like `formatPaise`. */
export function formatRupees(rupees: number): string {
  return formatPaise(paiseOf(rupees));
}

/**
 * Total in paise from which an invoice to an unregistered buyer must have the buyer's address (rule 46(e)).
 */
export const addressFromPaise = 50_000_00;
