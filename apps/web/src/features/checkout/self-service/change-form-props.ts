import type { ChangeableBooking, RequestedChange } from '@meridian/contracts/enrolment/self-service';

/** Props of every form that changes a booking. */
export interface ChangeFormProps {
  booking: ChangeableBooking;
  /** True if the form only sends a request, which an operator handles. */
  isRequest: boolean;
  busy: boolean;
  onRequest(requested: RequestedChange): void;
}
