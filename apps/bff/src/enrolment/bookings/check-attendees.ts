import type { CheckoutRequest } from '@meridian/contracts/enrolment/orders';
import { invalidField } from '../../platform/refusal.ts';

/** @throws Refusal `invalid` if more people are named than seats are bought */
export function refuseMoreThanSeats(request: Pick<CheckoutRequest, 'attendees' | 'number_of_course'>): void {
  const { attendees = [], number_of_course: seats } = request;
  if (attendees.length <= seats) return;
  const message = `There are ${attendees.length} people for ${seats === 1 ? '1 seat' : `${seats} seats`}.`;
  throw invalidField('attendees_invalid', 'attendees', message);
}
