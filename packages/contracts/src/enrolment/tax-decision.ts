/**
 * Decides which GST applies to a training: its place of supply, and from it CGST with SGST, CGST with UTGST,
 * or IGST.
 */
import { type TaxPlace, taxPlaceOf } from './gst-parts.ts';
import { stateOfGstin } from './gstin.ts';
import { abroad, currentState, isState } from './states.ts';

export type TrainingMode = 'online' | 'classroom';

/**
 * It is disputed which place of supply the law requires for online training of unregistered buyers. The
 * accountant chooses it.
 */
export type OnlinePlace = 'recipient_state' | 'supplier_state';

export interface TaxQuestion {
  /** Two-digit code. */
  supplierState: string;
  /** Two-digit code of the state in the buyer's address, if given. */
  buyerState?: string | undefined;
  /** If present, the buyer is registered. */
  buyerGstin?: string | undefined;
  /** True if the registered buyer is a unit or developer of a Special Economic Zone. */
  inSez?: boolean | undefined;
  /** Default: online. */
  mode?: TrainingMode | undefined;
  /** Two-digit state code of the classroom. */
  venueState?: string | undefined;
  /** Default: the recipient's state. */
  onlinePlace?: OnlinePlace | undefined;
}

/**
 * Cases that cannot be paid on the site: the buyer is asked to contact us first. The setting `FOREIGN_BUYERS`
 * can allow `foreign_online`.
 */
export type ContactFirst = 'foreign_online' | 'foreign_classroom' | 'sez';

export interface TaxDecision {
  /** Two-digit code of the place of supply. */
  placeOfSupply: string;
  place: TaxPlace;
  /** True if the buyer gave a GSTIN. */
  registered: boolean;
  /**
   * True if the place that the law requires is unknown. `placeOfSupply` is then the guess or the supplier's
   * state.
   */
  assumed: boolean;
  contactFirst: ContactFirst | undefined;
}

type Source = 'gstin' | 'venue' | 'buyer' | 'supplier';
type Recipient = 'india' | 'sez' | 'abroad';

interface TaxRule {
  registered: boolean;
  recipient: Recipient;
  mode: TrainingMode;
  /** Section of the IGST Act. */
  clause: string;
  /** Possible places of supply, of which the first known one is used. */
  lawful: readonly Source[];
  /**
   * Place that is used if none of `lawful` is known. If this guess is absent or unknown, the supplier's state
   * is used.
   */
  guess?: Source;
  contactFirst?: ContactFirst;
}

/** One row for each case of the law. */
const taxRules: readonly TaxRule[] = [
  { clause: '12(5)(a)', registered: true, recipient: 'india', mode: 'online', lawful: ['gstin', 'buyer'] },
  { clause: '12(5)(a)', registered: true, recipient: 'india', mode: 'classroom', lawful: ['gstin', 'buyer'] },
  { clause: '12(2)(b)', registered: false, recipient: 'india', mode: 'online', lawful: ['buyer'] },
  {
    clause: '12(5)(b)',
    registered: false,
    recipient: 'india',
    mode: 'classroom',
    lawful: ['venue'],
    guess: 'buyer',
  },
  {
    clause: '13(2)',
    registered: true,
    recipient: 'abroad',
    mode: 'online',
    lawful: ['buyer'],
    contactFirst: 'foreign_online',
  },
  {
    clause: '13(3)(b)',
    registered: true,
    recipient: 'abroad',
    mode: 'classroom',
    lawful: ['venue'],
    contactFirst: 'foreign_classroom',
  },
  {
    clause: '13(2)',
    registered: false,
    recipient: 'abroad',
    mode: 'online',
    lawful: ['buyer'],
    contactFirst: 'foreign_online',
  },
  {
    clause: '13(3)(b)',
    registered: false,
    recipient: 'abroad',
    mode: 'classroom',
    lawful: ['venue'],
    contactFirst: 'foreign_classroom',
  },
  {
    clause: '7(5)(b)',
    registered: true,
    recipient: 'sez',
    mode: 'online',
    lawful: ['gstin', 'buyer'],
    contactFirst: 'sez',
  },
  {
    clause: '7(5)(b)',
    registered: true,
    recipient: 'sez',
    mode: 'classroom',
    lawful: ['gstin', 'buyer'],
    contactFirst: 'sez',
  },
];

/** Sources if the accountant chooses the supplier's state instead of section 12(2)(b). */
const suppliedFromHere: readonly Source[] = ['supplier'];

const known = (code: string | undefined): string | undefined =>
  code !== undefined && isState(currentState(code)) ? currentState(code) : undefined;

/** A recipient with a valid GSTIN counts as being in India, wherever the address is. */
function recipientOf({ buyerState, buyerGstin, inSez }: TaxQuestion): Recipient {
  if (buyerGstin !== undefined && inSez) return 'sez';
  if (buyerGstin !== undefined && stateOfGstin(buyerGstin) !== undefined) return 'india';
  return buyerState === abroad ? 'abroad' : 'india';
}

function ruleOf(question: TaxQuestion): TaxRule {
  const isRegistered = question.buyerGstin !== undefined;
  const recipient = recipientOf(question);
  const mode = question.mode ?? 'online';
  const rule = taxRules.find(
    (row) => row.registered === isRegistered && row.recipient === recipient && row.mode === mode,
  );
  if (!rule) throw new RangeError(`no tax rule for ${recipient}, ${mode}`);
  return rule;
}

/** @returns why this buyer has to contact us first; undefined for all others */
export function contactFirstOf(question: Omit<TaxQuestion, 'supplierState'>): ContactFirst | undefined {
  return ruleOf({ ...question, supplierState: '' }).contactFirst;
}

/**
 * @param question invalid state codes count as missing
 * @returns the decision; `assumed` is true if the place that the law requires is unknown
 */
export function decideTax(question: TaxQuestion): TaxDecision {
  const supplierState = currentState(question.supplierState);
  const sources: Record<Source, string | undefined> = {
    gstin: question.buyerGstin === undefined ? undefined : stateOfGstin(question.buyerGstin),
    venue: known(question.venueState),
    buyer: known(question.buyerState),
    supplier: supplierState,
  };
  const { registered, recipient, clause, lawful, guess, contactFirst } = ruleOf(question);
  const isChosen = clause === '12(2)(b)' && question.onlinePlace === 'supplier_state';
  const first = (names: readonly Source[]) =>
    names.map((name) => sources[name]).find((code) => code !== undefined);
  const lawfulPlace = first(isChosen ? suppliedFromHere : lawful);
  const placeOfSupply = lawfulPlace ?? (guess && sources[guess]) ?? supplierState;
  return {
    placeOfSupply,
    // A supply to an SEZ is an inter-state supply, wherever the SEZ is.
    place: recipient === 'sez' ? 'other_state' : taxPlaceOf(supplierState, placeOfSupply),
    registered,
    assumed: lawfulPlace === undefined,
    contactFirst,
  };
}
