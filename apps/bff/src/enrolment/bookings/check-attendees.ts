import type { CheckoutRequest } from '@meridian/contracts/checkout/orders';
import { HttpProblem } from '../../platform/http/errors.ts';

/** @throws HttpProblem 400 if more people are named than seats are bought */
export function refuseMoreThanSeats(request: Pick<CheckoutRequest, 'attendees' | 'number_of_course'>): void {
  const { attendees = [], number_of_course: seats } = request;
  if (attendees.length <= seats) return;
  const message = `There are ${attendees.length} people for ${seats === 1 ? '1 seat' : `${seats} seats`}.`;
  throw new HttpProblem(400, message, { errors: { attendees: [message] } });
}
