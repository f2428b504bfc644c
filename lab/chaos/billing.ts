/** Billing details of a person, which an order of ₹50,000 or more requires. */
export const billing = { state: '29', address: { address: '7 Lake Road, Mysuru', pin: '570001' } };
