/** Splits GST into CGST, SGST/UTGST or IGST, in integer paise. */

/**
 * Place of supply in relation to the supplier: another state, the same state, or the same union territory.
 */
export type TaxPlace = 'other_state' | 'own_state' | 'own_territory';

export interface GstParts {
  cgstPaise: number;
  sgstPaise: number;
  utgstPaise: number;
  igstPaise: number;
  /** Odd paisa that remains after two equal halves. The parts and this paisa add up to the total. */
  roundOffPaise: number;
}

/** GSTIN codes of union territories without a legislature, which levy UTGST instead of SGST. */
const territories = new Set(['04', '26', '31', '35', '38', '97']);

/**
 * @param supplierState two-digit code, undefined if unknown
 * @param buyerState two-digit code; undefined means the supplier's state
 */
export function taxPlaceOf(supplierState: string | undefined, buyerState: string | undefined): TaxPlace {
  if (supplierState === undefined || (buyerState ?? supplierState) !== supplierState) return 'other_state';
  return territories.has(supplierState) ? 'own_territory' : 'own_state';
}

/**
 * @param gstPaise total GST, integer paise
 * @returns IGST alone, or two equal halves, each rounded down to the paisa
 */
export function gstPartsOf(gstPaise: number, place: TaxPlace): GstParts {
  const none = { cgstPaise: 0, sgstPaise: 0, utgstPaise: 0, igstPaise: 0, roundOffPaise: 0 };
  if (place === 'other_state') return { ...none, igstPaise: gstPaise };
  const half = Math.floor(gstPaise / 2);
  const halves = { ...none, cgstPaise: half, roundOffPaise: gstPaise - 2 * half };
  return place === 'own_state' ? { ...halves, sgstPaise: half } : { ...halves, utgstPaise: half };
}
