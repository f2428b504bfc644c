export { couponInQuery, keepCoupon } from './kept-coupon.ts';
