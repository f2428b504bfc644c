/** The tables of coupons; made by `schema.sql`. */

import type { Schema } from '../../platform/database/schema.ts';

export type CouponTable = Schema['coupons'];
