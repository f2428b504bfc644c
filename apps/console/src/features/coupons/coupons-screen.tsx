import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import { dayInIndia } from '@meridian/contracts/india-time';
import type { CouponRow } from '@meridian/contracts/operators/actions/coupons';
import { Button } from '@meridian/ui/button';
import { Loading, Notice } from '@meridian/ui/notice';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { deskApi } from '../../api/desk-api.ts';
import { ActionDialog } from '../../parts/act.tsx';
import { Badge } from '../../parts/badge.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SelectFilter } from '../../parts/filters.tsx';
import { ImportDialog } from '../../parts/import-dialog.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { PastImports } from '../../parts/past-imports.tsx';
import { useHashDialog } from '../../parts/use-hash-dialog.ts';
import { useOperator } from '../../session/session-context.ts';
import { ChangeCoupon } from './change-coupon.tsx';
import { NewCoupon } from './new-coupon.tsx';

const discountText = ({ percent, amount_paise: paise }: CouponRow) =>
  percent === null ? formatPaise(paise ?? 0) : `${percent} %`;

/** @returns the last day in India on which the coupon is valid */
const lastDay = (endsAt: string) => dayInIndia(new Date(Date.parse(endsAt) - 1));

const stateWords = { live: 'active', later: 'scheduled', over: 'expired', ended: 'ended' };

function scopeOf({
  courses,
  categories,
  batches,
  min_seats: min,
  automatic: isAutomatic,
}: CouponRow): string {
  return [
    courses.length > 0 && `courses ${courses.join(', ')}`,
    categories.length > 0 && `categories ${categories.join(', ')}`,
    batches.length > 0 && `batches ${batches.join(', ')}`,
    min > 1 && `at least ${min} seats`,
    isAutomatic && 'applied automatically',
  ]
    .filter(Boolean)
    .join('; ');
}

interface CouponProps {
  coupon: CouponRow;
  /** Undefined if the coupon cannot be changed. */
  onChange: (() => void) | undefined;
  onEnd: (() => void) | undefined;
}

function Coupon({ coupon, onChange, onEnd }: CouponProps) {
  const { code, label, state, uses, redeemed, reserved, discount_paise: given } = coupon;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line py-3 first:border-0">
      <div className="mr-auto min-w-0">
        <strong>{code}</strong> {discountText(coupon)} <Badge state={state} word={stateWords[state]} />
        <div className="text-ink-soft">
          {[label === code ? '' : label, scopeOf(coupon)].filter(Boolean).join(' · ')}
        </div>
        <div className="text-xs text-ink-soft">
          from {formatDay(dayInIndia(new Date(coupon.starts_at)))}
          {coupon.ends_at ? ` until the end of ${formatDay(lastDay(coupon.ends_at))}` : ', no end date'}
        </div>
      </div>
      <div className="tabular-nums sm:text-right">
        <div>
          {redeemed}
          {uses === null ? '' : ` of ${uses}`} used{reserved > 0 ? `, ${reserved} reserved` : ''}
        </div>
        <div className="text-ink-soft">{formatPaise(given)} in discounts</div>
      </div>
      {onChange ? (
        <Button size="sm" tone="quiet" aria-label={`Change ${code}`} onClick={onChange}>
          Change
        </Button>
      ) : null}
      {onEnd ? (
        <Button size="sm" tone="quiet" aria-label={`End ${code}`} onClick={onEnd}>
          End
        </Button>
      ) : null}
    </li>
  );
}

export function CouponsScreen() {
  const [params] = useSearchParams();
  const { may } = useOperator();
  const [ending, setEnding] = useState<CouponRow>();
  const [changing, setChanging] = useState<CouponRow>();
  const [isImporting, setIsImporting] = useState(false);
  const adding = useHashDialog('new');
  const all = params.get('all') === 'yes';
  const { data, error, refetch } = deskApi.useCouponsQuery({ all });
  return (
    <div className="grid max-w-4xl gap-3">
      <PageHead title="Coupons">
        <SelectFilter
          name="all"
          label="Show"
          everything="Active and scheduled"
          options={[['yes', 'Including ended']]}
        />
        {may('finance') ? (
          <>
            <Button size="sm" tone="outline" onClick={() => setIsImporting(true)}>
              Import
            </Button>
            <Button size="sm" onClick={adding.open}>
              New coupon
            </Button>
          </>
        ) : null}
      </PageHead>
      {data ? (
        data.length === 0 ? (
          <Notice>{all ? 'No coupons.' : 'No active or scheduled coupons.'}</Notice>
        ) : (
          <ul aria-label="Coupons" className="rounded-lg border border-line bg-surface px-4">
            {data.map((coupon) => (
              <Coupon
                key={coupon.code}
                coupon={coupon}
                onChange={may('finance') && coupon.state !== 'ended' ? () => setChanging(coupon) : undefined}
                onEnd={
                  may('finance') && (coupon.state === 'live' || coupon.state === 'later')
                    ? () => setEnding(coupon)
                    : undefined
                }
              />
            ))}
          </ul>
        )
      ) : error ? (
        <FailureNotice error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
      {may('finance') ? (
        <PastImports
          kind="coupons"
          action="coupons.undo-import"
          consequences={[
            'Coupons that the import created are removed, and coupons that it changed get their previous values.',
            'Coupons that an order has reserved or used since, or that were changed since, stay as they are. The result shows how many, and why.',
          ]}
        />
      ) : null}
      {isImporting ? (
        <ImportDialog
          action="coupons.import"
          title="Import coupons"
          label="Import coupons"
          columns="The first line has the columns: code, percent or rupees, and optionally: label, from, to, courses, categories, batches, uses, uses per email, min seats, automatic. A coupon that exists is changed."
          onClose={() => setIsImporting(false)}
        />
      ) : null}
      {adding.isOpen && may('finance') ? <NewCoupon onClose={adding.close} /> : null}
      {changing ? <ChangeCoupon coupon={changing} onClose={() => setChanging(undefined)} /> : null}
      {ending ? (
        <ActionDialog
          title={`End ${ending.code}`}
          label="End coupon"
          action="coupons.end"
          inputOf={() => ({ code: ending.code })}
          consequences={[
            'New orders no longer get the discount. The coupon cannot be reopened and its code cannot be reused.',
            `Orders with the coupon keep their price: ${ending.reserved} not paid yet, ${ending.redeemed} paid.`,
          ]}
          onClose={() => setEnding(undefined)}
        />
      ) : null}
    </div>
  );
}
