import type { BookingWish, ChangeableBooking } from '@meridian/contracts/checkout/self-service';

/** What each form of a change gets. */
export interface WishFormProps {
  booking: ChangeableBooking;
  /** An operator does it. */
  isRequest: boolean;
  busy: boolean;
  onWish(wish: BookingWish): void;
}
