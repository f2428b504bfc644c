export { couponInQuery, saveCoupon } from './price/saved-coupon.ts';
