export { CouponSlot } from './coupon-slot.tsx';
export { currentCoupon, saveCoupon } from './saved-coupon.ts';
export { type LiveCoupons, useLiveCoupons } from './use-live-coupons.ts';
