/** The amounts of a document: a total that includes the tax, and its parts, in whole paise. */
import { type GstParts, gstPartsOf, type TaxPlace } from '@meridian/contracts/enrolment/gst-parts';

export interface Amounts extends GstParts {
  taxablePaise: number;
  totalPaise: number;
}

/**
 * Splits a total that includes tax. At 18 % the tax is 18/118 of the total. For an order's total this equals
 * the tax charged, because the rounding error is below half a paisa.
 */
export function amountsOf(totalPaise: number, place: TaxPlace, percent: number): Amounts {
  const gstPaise = Math.round((totalPaise * percent) / (100 + percent));
  return { ...gstPartsOf(gstPaise, place), taxablePaise: totalPaise - gstPaise, totalPaise };
}

const combine = (one: Amounts, other: Amounts, sign: 1 | -1): Amounts => ({
  taxablePaise: one.taxablePaise + sign * other.taxablePaise,
  cgstPaise: one.cgstPaise + sign * other.cgstPaise,
  sgstPaise: one.sgstPaise + sign * other.sgstPaise,
  utgstPaise: one.utgstPaise + sign * other.utgstPaise,
  igstPaise: one.igstPaise + sign * other.igstPaise,
  roundOffPaise: one.roundOffPaise + sign * other.roundOffPaise,
  totalPaise: one.totalPaise + sign * other.totalPaise,
});

export const nothing: Amounts = {
  taxablePaise: 0,
  cgstPaise: 0,
  sgstPaise: 0,
  utgstPaise: 0,
  igstPaise: 0,
  roundOffPaise: 0,
  totalPaise: 0,
};

export function sumOf(all: readonly Amounts[]): Amounts {
  return all.reduce((sum, one) => combine(sum, one, 1), nothing);
}

/** Parts of the difference, for example `roundOffPaise`, may be below 0. */
export function differenceOf(one: Amounts, other: Amounts): Amounts {
  return combine(one, other, -1);
}
