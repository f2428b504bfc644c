/** How the GST of an order is divided between the union and a state, in integer paise. */

/** Where the supply is made, seen from the supplier: elsewhere in India, in its own state, or in its own territory. */
export type TaxPlace = 'other_state' | 'own_state' | 'own_territory';

export interface GstParts {
  cgstPaise: number;
  sgstPaise: number;
  utgstPaise: number;
  igstPaise: number;
  /** The odd paisa of two equal halves; the parts and this make the whole. */
  roundOffPaise: number;
}

/** Union territories without a legislature, by their code in a GSTIN: UTGST stands in the place of SGST. */
const territories = new Set(['04', '26', '31', '35', '38', '97']);

/**
 * @param supplierState two-digit code of the supplier; undefined where it is not known
 * @param buyerState two-digit code of the buyer; undefined where it is not known: then it is the supplier's
 */
export function taxPlaceOf(supplierState: string | undefined, buyerState: string | undefined): TaxPlace {
  if (supplierState === undefined || (buyerState ?? supplierState) !== supplierState) return 'other_state';
  return territories.has(supplierState) ? 'own_territory' : 'own_state';
}

/**
 * @param gstPaise all of the tax, whole paise
 * @returns its parts: all of it IGST, or two equal halves, each rounded down to the paisa
 */
export function gstPartsOf(gstPaise: number, place: TaxPlace): GstParts {
  const none = { cgstPaise: 0, sgstPaise: 0, utgstPaise: 0, igstPaise: 0, roundOffPaise: 0 };
  if (place === 'other_state') return { ...none, igstPaise: gstPaise };
  const half = Math.floor(gstPaise / 2);
  const halves = { ...none, cgstPaise: half, roundOffPaise: gstPaise - 2 * half };
  return place === 'own_state' ? { ...halves, sgstPaise: half } : { ...halves, utgstPaise: half };
}
