/**
 * A decision about money. The dialog previews the outcome, and the server refuses the action if the outcome
 * has changed since.
 */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import type { PreviewRequest } from '@meridian/contracts/operators/actions';
import type { OrderPlan } from '@meridian/contracts/operators/actions/orders';
import { Loading } from '@meridian/ui/notice';
import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { ActionDialog, WhatHappens } from '../../parts/act.tsx';
import { plural } from '../../parts/count.ts';
import { textOf } from '../../parts/form-fields.tsx';
import { TransferField } from './transfer-field.tsx';

/** Transfer reference for the preview, whose outcome does not depend on the reference. */
const anyReference = 'PREVIEW';

function Consequences({ plan }: { plan: OrderPlan }) {
  const sums: [number, string][] = [
    [plan.requested_paise, 'is refunded by the payment provider.'],
    [plan.transferred_paise, 'is recorded as refunded by bank transfer.'],
    [plan.settled_paise, 'was refunded before and counts towards this refund.'],
    [plan.retained_paise, 'is retained.'],
  ];
  return (
    <WhatHappens>
      {plan.seats > 0 ? (
        <li>
          {plural(plan.seats, 'seat')} cancelled, {plan.seats_left} still booked.
        </li>
      ) : null}
      {sums.flatMap(([paise, what]) =>
        paise > 0
          ? [
              <li key={what}>
                <strong>{formatPaise(paise)}</strong> {what}
              </li>,
            ]
          : [],
      )}
      {plan.seats > 0 && !plan.upstream_notified ? (
        <li>A case opens: report the cancellation to the upstream.</li>
      ) : null}
      {plan.issues_documents ? (
        <li>A credit note, or a refund voucher if no invoice is issued yet, is issued and sent by email.</li>
      ) : null}
      {plan.credit_is_late ? (
        <li>
          The tax of this sale can no longer be reduced (section 34(2) of the CGST Act): the credit note is
          without GST.
        </li>
      ) : null}
      {plan.seats > 0 ? <li>The payer and the removed attendees get an email.</li> : null}
      {plan.requested_paise > 0 ? <li>A sent refund cannot be recalled.</li> : null}
    </WhatHappens>
  );
}

interface PlanDialogProps {
  action: 'orders.cancel' | 'orders.goodwill' | 'orders.refund';
  title: string;
  label: string;
  /** The input without `note`, `transfer` and `confirm`; undefined until the form is complete. */
  input: PreviewRequest<'orders.cancel'> | PreviewRequest<'orders.goodwill'> | undefined;
  children?(plan: OrderPlan | undefined): ReactNode;
  onClose(): void;
}

export function PlanDialog({ action, title, label, input, children, onClose }: PlanDialogProps) {
  const [byTransfer, setByTransfer] = useState(false);
  const asked = input && { ...input, ...(byTransfer && { transfer: anyReference }) };
  const { currentData: preview, error } = api.useActionPreviewQuery(
    asked ? { name: action, input: asked } : skipToken,
  );
  const { requested_paise: requested = 1, transferred_paise: transferred = 0 } = preview?.plan ?? {};
  const hasRefund = requested + transferred > 0;
  return (
    <ActionDialog
      action={action}
      title={title}
      label={label}
      inputOf={(form) => ({
        ...(input as PreviewRequest<typeof action>),
        transfer: byTransfer ? textOf(form, 'transfer') : undefined,
        note: textOf(form, 'note') ?? '',
        confirm: preview?.confirm ?? '',
      })}
      asksWhy
      disabled={!preview}
      onClose={onClose}
    >
      {children?.(preview?.plan)}
      {hasRefund ? <TransferField byTransfer={byTransfer} onChange={setByTransfer} /> : null}
      {preview ? (
        <Consequences plan={preview.plan} />
      ) : error ? (
        <p role="alert" className="font-semibold text-alert-strong">
          {messageOf(error)}
        </p>
      ) : asked ? (
        <Loading />
      ) : null}
    </ActionDialog>
  );
}
