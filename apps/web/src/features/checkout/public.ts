export { couponInQuery, saveCoupon } from './saved-coupon.ts';
