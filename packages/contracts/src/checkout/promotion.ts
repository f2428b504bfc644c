/** Coupons whose code begins so are shown in the promotion box (specification, section 2). Without zod: pages read it. */
export const promotionPrefix = 'SPRING';
