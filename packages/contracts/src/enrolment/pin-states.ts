/**
 * Possible states of a PIN code, by its first three digits. Only for hints, because the ranges overlap and a
 * few PINs are exceptions.
 */

/** First and last prefix of each range, by state code. */
const ranges: Readonly<Record<string, readonly (readonly [from: number, to: number])[]>> = {
  '01': [[180, 194]],
  '02': [[171, 177]],
  '03': [[140, 160]],
  '04': [
    [140, 140],
    [160, 160],
  ],
  '05': [[244, 263]],
  '06': [[121, 136]],
  '07': [[110, 110]],
  '08': [[301, 345]],
  '09': [[201, 285]],
  '10': [[800, 855]],
  '11': [[737, 737]],
  '12': [[790, 792]],
  '13': [[797, 798]],
  '14': [[795, 795]],
  '15': [[796, 796]],
  '16': [[799, 799]],
  '17': [[793, 794]],
  '18': [[781, 788]],
  '19': [[700, 743]],
  '20': [[813, 835]],
  '21': [[751, 770]],
  '22': [[490, 497]],
  '23': [[450, 488]],
  '24': [[360, 396]],
  '26': [
    [362, 362],
    [396, 396],
  ],
  '27': [[400, 445]],
  '29': [[560, 591]],
  '30': [[403, 403]],
  '31': [[682, 682]],
  '32': [[670, 695]],
  '33': [[600, 643]],
  '34': [
    [533, 533],
    [605, 605],
    [607, 607],
    [609, 609],
    [673, 673],
  ],
  '35': [[744, 744]],
  '36': [[500, 509]],
  '37': [[500, 535]],
  '38': [[194, 194]],
};

/**
 * @param pin six digits
 * @param state two-digit code
 * @returns false if the PIN is known, but not in this state; otherwise true, also if the PIN or the state is
 * unknown
 */
export function pinFitsState(pin: string, state: string): boolean {
  const prefix = Number(pin.slice(0, 3));
  const isIn = (code: string) => (ranges[code] ?? []).some(([from, to]) => prefix >= from && prefix <= to);
  if (!/^\d{6}$/.test(pin) || !(state in ranges) || !Object.keys(ranges).some(isIn)) return true;
  return isIn(state);
}
