/** Actions on an order. The server decides whether each is allowed. */
import type { OrderPage } from '@meridian/contracts/operators/console/orders';
import { Button } from '@meridian/ui/button';
import { toasts } from '@meridian/ui/toast';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { ActionDialog } from '../../parts/act.tsx';
import { OperationButton } from '../../parts/operation.tsx';
import { useOperator } from '../../session/session-context.ts';
import { AttendeesDialog } from './attendees-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { DecideDialog, type DecisionName, decisions } from './decide-dialog.tsx';
import { GoodwillDialog } from './goodwill-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { ReissueDialog } from './reissue-dialog.tsx';

/** @returns the decisions that the state of the order allows */
function decisionsFor(order: OrderPage): (DecisionName | 'refund')[] {
  const isWaiting = order.booking === 'due' || order.booking === 'ordered';
  const ownCases = order.cases.filter(({ closes }) => closes === 'with_order');
  const needsPerson = ownCases.length > 0;
  return [
    ...(needsPerson && order.booking !== 'booked' ? (['book'] as const) : []),
    ...(isWaiting ? (['withhold'] as const) : []),
    ...(needsPerson && order.payments.length > 0 ? (['refund'] as const) : []),
  ];
}

type Open =
  | DecisionName
  | 'refund'
  | 'cancel'
  | 'move'
  | 'attendees'
  | 'contact'
  | 'goodwill'
  | 'reissue'
  | 'erase';

function EraseDialog({ order, onClose }: { order: OrderPage; onClose(): void }) {
  return (
    <ActionDialog
      action="orders.erase"
      title="Erase payer"
      label="Erase payer"
      inputOf={() => ({ id: order.id })}
      consequences={[
        `Name, address, phone number and attendees are permanently removed from all settled orders of ${order.payer.email}. This cannot be undone.`,
        'Amounts, dates and issued documents, which name the buyer, are kept, as tax law requires.',
        'Orders that are not settled are kept: erase again once they are settled. Leads of this person are not erased: erase them on the page of a lead.',
        'Attendance, certificates and feedback of this address are erased too.',
        'The link to the receipt no longer works. If the upstream has data of the payer, a case lists the data to delete there. The payment provider keeps its copy.',
      ]}
      onClose={onClose}
    />
  );
}

function OpenDialog({ open, order, onClose }: { open: Open; order: OrderPage; onClose(): void }) {
  if (open === 'cancel') return <CancelDialog order={order} onClose={onClose} />;
  if (open === 'move') return <MoveDialog order={order} onClose={onClose} />;
  if (open === 'attendees') return <AttendeesDialog order={order} onClose={onClose} />;
  if (open === 'contact') return <ContactDialog order={order} onClose={onClose} />;
  if (open === 'goodwill') return <GoodwillDialog order={order} onClose={onClose} />;
  if (open === 'reissue') return <ReissueDialog order={order} onClose={onClose} />;
  if (open === 'erase') return <EraseDialog order={order} onClose={onClose} />;
  if (open === 'refund')
    return (
      <PlanDialog
        action="orders.refund"
        title="Refund"
        label="Refund order"
        input={{ id: order.id }}
        onClose={onClose}
      />
    );
  return <DecideDialog id={order.id} decision={open} onClose={onClose} />;
}

export function OrderActions({ order }: { order: OrderPage }) {
  const { may } = useOperator();
  const [open, setOpen] = useState<Open>();
  const isErased = order.payer.email === '';
  const hasSeats = order.cancelled_seats < order.seats;
  const isBooked = order.booking === 'booked' && hasSeats;
  const isPaid = order.payment_id !== null && hasSeats && !isErased;
  const hasInvoice = order.documents.some(({ kind }) => kind === 'invoice');
  const isInvoiceDue = order.waiting_documents.length > 0;
  // Decisions come first: they are offered only while an order is not booked or has a case.
  const possible: [Open, string][] = [
    ...(may('finance')
      ? decisionsFor(order).map((name): [Open, string] => [
          name,
          name === 'refund' ? 'Refund order' : decisions[name].label,
        ])
      : []),
    ...(may('desk') && isBooked && !isErased
      ? ([['move', 'Move to another batch']] as [Open, string][])
      : []),
    ...(may('desk') && isPaid ? ([['attendees', 'Change attendees']] as [Open, string][]) : []),
    ...(may('desk') && !isErased ? ([['contact', 'Correct contact details']] as [Open, string][]) : []),
    ...(may('desk') && !isErased
      ? ([['renew-receipt', decisions['renew-receipt'].label]] as [Open, string][])
      : []),
    ...(may('finance') && (hasInvoice || isInvoiceDue) && !isErased
      ? ([['reissue', hasInvoice ? 'Reissue invoice' : 'Change billing details']] as [Open, string][])
      : []),
    ...(may('finance') && isBooked && order.money.kept_paise > 0
      ? ([['goodwill', 'Refund an amount']] as [Open, string][])
      : []),
    ...(may('finance') && isBooked ? ([['cancel', 'Cancel seats']] as [Open, string][]) : []),
  ];
  const [readReceipt] = api.useLazyOrderReceiptQuery();
  async function copy(): Promise<void> {
    const { data, error } = await readReceipt(order.id);
    if (!data) return toasts.error(messageOf(error));
    try {
      await navigator.clipboard.writeText(data.url);
      toasts.success('Receipt link copied. Anyone who has it can act for the payer.');
    } catch {
      // Some browsers allow copying only immediately after a click.
      window.prompt('Receipt link. Anyone who has it can act for the payer.', data.url);
    }
  }
  return (
    <div className="flex flex-wrap items-start gap-2">
      {possible.map(([name, label]) => (
        <Button
          key={name}
          size="sm"
          tone={name === 'book' ? 'primary' : 'outline'}
          onClick={() => setOpen(name)}
        >
          {label}
        </Button>
      ))}
      {may('finance') ? (
        <OperationButton action="orders.reconcile" input={{ id: order.id }}>
          Compare with the provider
        </OperationButton>
      ) : null}
      {may('desk') && !isErased ? (
        <Button size="sm" tone="quiet" onClick={() => void copy()}>
          Copy the receipt link
        </Button>
      ) : null}
      {may('admin') && !isErased ? (
        <Button size="sm" tone="quiet" onClick={() => setOpen('erase')}>
          Erase
        </Button>
      ) : null}
      {open ? <OpenDialog open={open} order={order} onClose={() => setOpen(undefined)} /> : null}
    </div>
  );
}
