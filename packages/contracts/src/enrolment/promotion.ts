/**
 * Prefix of the coupon codes in the promotion box (specification, section 2). Separate from zod, because
 * pages import it.
 */
export const promotionPrefix = 'SPRING';
