/** @param left at least 1 */
export function seatsLeft(left: number): string {
  return left === 1 ? 'Only 1 seat is left' : `Only ${left} seats are left`;
}
