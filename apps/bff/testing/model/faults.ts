/**
 * Faults that are planted on purpose, in the model's database or around a service, to show that the model
 * finds them. One fault is missing here: that a pending move does not count in its target batch. Only two
 * consecutive payers reveal it, and `self-service.test.ts` finds it.
 */
import { randomUUID } from 'node:crypto';
import { Refusal } from '../../src/platform/refusal.ts';
import * as operator from './operator-steps.ts';
import * as partner from './partner-steps.ts';
import * as payer from './payer-steps.ts';
import type { MakeStep } from './sequence.ts';
import type { WorldChange } from './world.ts';

interface PlantedFault {
  /** Violations as `<invariant>: <kind>`, of which the model must find at least one. */
  breaks: readonly string[];
  /** Steps that cause the fault. They are chosen more often, so that a minute is enough. */
  favours: readonly MakeStep[];
  change: WorldChange;
}

/** Returns SQL of a trigger that runs `body` before or after each row, with `old` and `new`. */
function trigger(when: 'before' | 'after', event: 'insert' | 'update', table: string, body: string): string {
  const name = `planted_${when}_${event}_${table}`;
  return `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return new; end $$;
    create trigger ${name} ${when} ${event} on ${table} for each row execute function ${name}();`;
}

const otherSeats = 'nothingWaitsUnseen: the upstream has a different number of seats, without a case';
const otherBatch = 'nothingWaitsUnseen: the upstream has a different batch, without a case';
const otherSums = 'providerAgrees: the amounts of the provider differ';
const mailOfMove = 'mailsAreTrue: email about a move that the upstream does not have';

export const faults: Readonly<Record<string, PlantedFault>> = {
  'mail-of-a-requested-move': {
    breaks: [mailOfMove],
    favours: [payer.moveByLink, operator.move],
    change: {
      sql: trigger(
        'after',
        'insert',
        'booking_changes',
        `if new.batch is not null then
          insert into mails (id, cause, kind, order_id, recipient, facts, state, next_try_at, due_since, created_at, updated_at)
          select gen_random_uuid(), 'planted:' || new.id, 'booking_moved', o.id, o.email,
            jsonb_build_object('to', new.batch), 'due', now(), now(), now(), now()
          from orders o where o.id = new.order_id;
        end if;`,
      ),
    },
  },
  'refused-change-without-case': {
    breaks: [otherSeats, otherBatch],
    favours: [payer.moveByLink, payer.cancelByLink, partner.upstreamFails],
    change: {
      sql: trigger(
        'before',
        'update',
        'booking_changes',
        `if new.state = 'refused' then
          update cases set closed_at = now() where id = new.open_case;
          new.state := 'closed';
          new.open_case := null;
        end if;`,
      ),
    },
  },
  'one-case-settles-the-seats': {
    breaks: [otherSeats],
    favours: [operator.cancelSeats, partner.openDispute, operator.closeCase, partner.upstreamFails],
    change: {
      sql: trigger(
        'after',
        'update',
        'cases',
        `if new.closed_at is not null then
          update booking_changes set state = 'closed' where order_id = new.order_id and state = 'due';
          update orders set reported_seats = cancelled_seats where id = new.order_id;
        end if;`,
      ),
    },
  },
  'refund-under-a-new-key': {
    breaks: ['refundsAreOurs: a refund that was not requested'],
    favours: [operator.cancelSeats, partner.providerFails],
    change: {
      provider(provider) {
        const requested = new Set<string>();
        return {
          ...provider,
          refund(paymentId, amountPaise, requestId) {
            const key = requested.has(requestId) ? randomUUID() : requestId;
            requested.add(requestId);
            return provider.refund(paymentId, amountPaise, key);
          },
        };
      },
    },
  },
  'failed-refund-stays': {
    breaks: [otherSums],
    favours: [operator.cancelSeats, partner.finishRefunds],
    change: {
      sql: trigger(
        'before',
        'update',
        'refunds',
        `if old.state in ('pending', 'processed') and new.state = 'failed' then new.state := 'processed'; end if;`,
      ),
    },
  },
  'tax-of-the-fee-is-not-posted': {
    breaks: [otherSums],
    favours: [payer.pay, partner.settle],
    change: {
      sql: trigger(
        'before',
        'insert',
        'ledger_entries',
        `if new.debit = 'input_gst' then return null; end if;`,
      ),
    },
  },
  'percentage-of-the-present-batch': {
    breaks: ['selfServiceKeepsTerms: more than the terms allow after a move'],
    favours: [payer.moveByLink, payer.cancelByLink],
    change: {
      sql: trigger('before', 'update', 'orders', `new.terms := jsonb_set(new.terms, '{maxPercent}', '100');`),
    },
  },
  'refusal-after-the-commit': {
    breaks: ['refusalChangesNothing: changed after a refusal'],
    favours: [operator.cancelSeats, partner.balance],
    change: {
      decisions: (decisions) => ({
        ...decisions,
        async decide(...given) {
          const decided = await decisions.decide(...given);
          const refunds = decided.order.payments.flatMap((payment) => payment.refunds);
          if (refunds.at(-1)?.state === 'failed')
            throw new Refusal('conflict', 'planted', 'No refund was made.');
          return decided;
        },
      }),
    },
  },
  'credit-note-of-the-present-buyer': {
    breaks: ['documentsAreConsistent: a credit note names another buyer than its invoice'],
    favours: [payer.openOrder, payer.pay, operator.cancelSeats],
    change: {
      sql: trigger(
        'before',
        'insert',
        'invoices',
        `if new.kind = 'credit_note' then
          new.e_invoice := jsonb_set(new.e_invoice, '{BuyerDtls,LglNm}',
            (select to_jsonb(first_name || ' ' || last_name) from orders where id = new.order_id));
        end if;`,
      ),
    },
  },
  'deadline-never-ends': {
    breaks: ['nothingWaitsUnseen: a decision waits without a case'],
    favours: [payer.pay],
    change: {
      sql: trigger(
        'before',
        'update',
        'order_payments',
        `if new.auto_refund_at is not null then new.auto_refund_at := now() + interval '10 years'; end if;`,
      ),
    },
  },
  'refund-job-lost': {
    breaks: ['nothingWaitsUnseen: a refund waits without a case'],
    favours: [payer.pay, payer.cancelByLink],
    change: {
      sql: `create function planted_lost_job() returns trigger language plpgsql as $$ begin
          if new.queue = 'send-refunds' then return null; end if;
          return new;
        end $$;
        create trigger planted_lost_job before insert on model_jobs for each row execute function planted_lost_job();`,
    },
  },
  'credit-note-without-entries': {
    breaks: ['booksAreBalanced: the ledger entries of a document differ from its amounts'],
    favours: [payer.openOrder, payer.pay, operator.cancelSeats],
    change: {
      sql: trigger(
        'before',
        'insert',
        'ledger_entries',
        `if new.reason = 'document' and new.credit = 'customer' then return null; end if;`,
      ),
    },
  },
  'day-in-utc': {
    breaks: ['documentsAreConsistent: a document has the day of another time zone'],
    favours: [partner.clock, payer.pay],
    change: {
      sql: trigger(
        'before',
        'insert',
        'invoices',
        `new.issued_on := (new.issued_at at time zone 'UTC')::date;`,
      ),
    },
  },
};
