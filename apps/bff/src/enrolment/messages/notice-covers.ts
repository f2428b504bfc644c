/**
 * Whether the notice that the buyer saw at the form covers mails about an order that is not paid.
 *
 * @param isOn the setting, by which the operator says that the notice does
 * @param noticeVersion the notice in force when the order was made; null for orders of earlier versions
 */
export function noticeCovers(isOn: boolean, noticeVersion: string | null): boolean {
  return isOn && noticeVersion !== null;
}
