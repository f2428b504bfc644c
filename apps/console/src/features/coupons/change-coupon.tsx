/**
 * Changes the last day, the maximum number of orders and the scope of a coupon, and the percentage if no
 * order has the coupon.
 */
import type { CouponRow } from '@meridian/contracts/operators/actions/coupons';
import { deskApi } from '../../api/desk-api.ts';
import { ActionDialog } from '../../parts/act.tsx';
import { plural } from '../../parts/count.ts';
import { numberOf, TextField, textOf } from '../../parts/form-fields.tsx';
import { ScopeFields, scopeOf } from './scope-fields.tsx';

/** @returns the last day in India on which the coupon is valid, `YYYY-MM-DD` */
function lastDayOf({ ends_at: end }: CouponRow): string | undefined {
  if (end === null) return undefined;
  return new Date(Date.parse(end) - 1).toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });
}

export function ChangeCoupon({ coupon, onClose }: { coupon: CouponRow; onClose(): void }) {
  const { data } = deskApi.useCourseChoicesQuery();
  const used = coupon.reserved + coupon.redeemed;
  return (
    <ActionDialog
      action="coupons.change"
      title={`Change coupon ${coupon.code}`}
      label="Save coupon"
      inputOf={(form) => ({
        code: coupon.code,
        to: textOf(form, 'to') ?? null,
        uses: numberOf(form, 'uses') ?? null,
        percent: numberOf(form, 'percent'),
        // Until the courses are loaded, nothing is ticked and no scope is sent, because an empty scope would
        // replace the stored one.
        ...(data && scopeOf(form)),
      })}
      consequences={['Orders that have the coupon keep their price.']}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField id="to" name="to" type="date" label="Last day" defaultValue={lastDayOf(coupon)} optional />
        <TextField
          id="uses"
          name="uses"
          type="number"
          inputMode="numeric"
          min={1}
          label="Maximum number of orders"
          defaultValue={coupon.uses ?? undefined}
          optional
        />
      </div>
      {coupon.percent === null ? null : used > 0 ? (
        <p className="text-ink-soft">
          The discount of {coupon.percent} % cannot be changed: the coupon has {plural(used, 'order')}.
        </p>
      ) : (
        <TextField
          id="percent"
          name="percent"
          type="number"
          inputMode="numeric"
          min={1}
          max={99}
          label="Per cent"
          defaultValue={coupon.percent}
          required
        />
      )}
      <ScopeFields given={coupon} />
    </ActionDialog>
  );
}
