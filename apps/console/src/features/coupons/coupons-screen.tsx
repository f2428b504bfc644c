import { formatPaise } from '@meridian/contracts/enrolment/pricing';
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
import { Timestamp } from '../../parts/timestamp.tsx';
import { useHashDialog } from '../../parts/use-hash-dialog.ts';
import { useOperator } from '../../session/session-context.ts';
import { ChangeCoupon } from './change-coupon.tsx';
import { NewCoupon } from './new-coupon.tsx';

const offOf = ({ percent, amount_paise: paise }: CouponRow) =>
  percent === null ? formatPaise(paise ?? 0) : `${percent} %`;

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
  /** Undefined if it cannot be changed. */
  onChange: (() => void) | undefined;
  onEnd: (() => void) | undefined;
}

function Coupon({ coupon, onChange, onEnd }: CouponProps) {
  const { code, label, state, uses, redeemed, reserved, discount_paise: given } = coupon;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line py-3 first:border-0">
      <div className="mr-auto min-w-0">
        <strong>{code}</strong> {offOf(coupon)} <Badge state={state} />
        <div className="text-ink-soft">
          {[label === code ? '' : label, scopeOf(coupon)].filter(Boolean).join(' · ')}
        </div>
        <div className="text-xs text-ink-soft">
          from <Timestamp iso={coupon.starts_at} short />
          {coupon.ends_at ? (
            <>
              {' '}
              until <Timestamp iso={coupon.ends_at} short />
            </>
          ) : (
            ', without an end'
          )}
        </div>
      </div>
      <div className="tabular-nums sm:text-right">
        <div>
          paid {redeemed}
          {uses === null ? '' : ` of ${uses}`}
          {reserved > 0 ? `, reserved ${reserved}` : ''}
        </div>
        <div className="text-ink-soft">{formatPaise(given)} given</div>
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
  const [imports, setImports] = useState(false);
  const adding = useHashDialog('new');
  const { data, error, refetch } = deskApi.useCouponsQuery({ all: params.get('all') === 'yes' });
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
            <Button size="sm" tone="outline" onClick={() => setImports(true)}>
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
          <Notice>No active or scheduled coupons.</Notice>
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
            'New coupons of the import are removed, and those that it changed are as they were before.',
            'What orders have, or was changed since, stays. You see how many and why.',
          ]}
        />
      ) : null}
      {imports ? (
        <ImportDialog
          action="coupons.import"
          title="Import coupons"
          label="Import coupons"
          columns="The first line has the columns: code, percent or rupees, and if you like label, from, to, courses, categories, batches, uses, uses per email, min seats, automatic. A coupon that exists is changed."
          onClose={() => setImports(false)}
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
            `${ending.reserved} orders that are not paid yet and ${ending.redeemed} paid ones keep their price.`,
          ]}
          onClose={() => setEnding(undefined)}
        />
      ) : null}
    </div>
  );
}
