import { email, firstName, lastName, phoneNumber } from '../leads/fields.ts';

/** Visible checkout fields (specification, section 5). */
export const checkoutFields = [firstName, lastName, email, phoneNumber] as const;
