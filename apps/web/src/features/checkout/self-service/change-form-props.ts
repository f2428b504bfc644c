import type { ChangeableBooking, RequestedChange } from '@meridian/contracts/enrolment/self-service';

/** What each form of a change gets. */
export interface ChangeFormProps {
  booking: ChangeableBooking;
  /** An operator does it. */
  isRequest: boolean;
  busy: boolean;
  onRequest(requested: RequestedChange): void;
}
