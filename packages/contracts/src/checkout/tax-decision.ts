/** Which GST a training bears: where it is supplied, and hence whether CGST with SGST or UTGST, or IGST. */
import { type TaxPlace, taxPlaceOf } from './gst-parts.ts';
import { stateOfGstin } from './gstin.ts';
import { abroad, currentState, isState } from './states.ts';

export type TrainingMode = 'online' | 'classroom';

/** For who is not registered and learns online the law is contested: the accountant's choice. */
export type OnlinePlace = 'recipient_state' | 'supplier_state';

export interface TaxQuestion {
  /** Two-digit code. */
  supplierState: string;
  /** Two-digit code of the buyer's address, where told. */
  buyerState?: string | undefined;
  /** Makes the buyer a registered one. */
  buyerGstin?: string | undefined;
  /** Without one it is online. */
  mode?: TrainingMode | undefined;
  /** Two-digit code of where a classroom is. */
  venueState?: string | undefined;
  /** Default: the recipient's state. */
  onlinePlace?: OnlinePlace | undefined;
}

export interface TaxDecision {
  /** Two-digit code of the place of supply. */
  placeOfSupply: string;
  place: TaxPlace;
  /** The buyer gave a GSTIN. */
  registered: boolean;
  /** The law names another place, which nobody told. */
  assumed: boolean;
}

type Source = 'gstin' | 'venue' | 'buyer' | 'supplier';

/**
 * Where the place of supply is taken from: the first source that is known. What stands behind the first one of `lawful`
 * is a guess. IGST Act: section 12(2) and 12(5) for India, 13(2) abroad.
 */
const placeTable: Record<'registered' | 'classroom' | OnlinePlace, { lawful: Source[]; guesses: Source[] }> =
  {
    registered: { lawful: ['gstin', 'buyer'], guesses: [] },
    classroom: { lawful: ['venue'], guesses: ['buyer'] },
    recipient_state: { lawful: ['buyer'], guesses: [] },
    supplier_state: { lawful: ['supplier'], guesses: [] },
  };

const known = (code: string | undefined): string | undefined =>
  code !== undefined && isState(currentState(code)) ? currentState(code) : undefined;

/**
 * @param question codes that are no state's count as not told
 * @returns the place of supply; where nothing is known of it, the supplier's state, as assumed. A buyer abroad is
 *   supplied there
 */
export function decideTax(question: TaxQuestion): TaxDecision {
  const supplierState = currentState(question.supplierState);
  const registered = question.buyerGstin !== undefined;
  const sources: Record<Source, string | undefined> = {
    gstin: question.buyerGstin === undefined ? undefined : stateOfGstin(question.buyerGstin),
    venue: known(question.venueState),
    buyer: known(question.buyerState),
    supplier: supplierState,
  };
  const decided = (placeOfSupply: string, assumed: boolean): TaxDecision => {
    const place = taxPlaceOf(supplierState, placeOfSupply);
    return { placeOfSupply, place, registered, assumed };
  };
  if (!registered && sources.buyer === abroad) return decided(abroad, false);
  const online = question.onlinePlace ?? 'recipient_state';
  const row = registered ? 'registered' : question.mode === 'classroom' ? 'classroom' : online;
  const first = (names: Source[]) => names.map((name) => sources[name]).find((code) => code !== undefined);
  const { lawful, guesses } = placeTable[row];
  const lawfulPlace = first(lawful);
  if (lawfulPlace !== undefined) return decided(lawfulPlace, false);
  return decided(first(guesses) ?? supplierState, true);
}
