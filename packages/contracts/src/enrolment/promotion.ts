/** Code prefix of coupons in the promotion box (specification, section 2). No zod: pages import it. */
export const promotionPrefix = 'SPRING';
