import { email, firstName, lastName, phoneNumber } from '../leads/fields.ts';

/** The visible fields of the checkout (specification, section 5). */
export const checkoutFields = [firstName, lastName, email, phoneNumber] as const;
