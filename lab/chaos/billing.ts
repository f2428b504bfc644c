/** Billing details of a person: an order of 50,000 rupees or more needs them. */
export const billing = { state: '29', address: { address: '7 Lake Road, Mysuru', pin: '570001' } };
