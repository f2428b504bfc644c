import type { FastifyBaseLogger } from 'fastify';
import type { CallOffDependencies } from '../../enrolment/batches/calling-off/call-off.ts';
import type { UpstreamClosing } from '../../enrolment/batches/calling-off/close-upstream.ts';
import type { CompareDependencies } from '../../enrolment/batches/compare-batches.ts';
import { createDecisions, type Decisions } from '../../enrolment/decisions/decisions.ts';
import { createCalledOffReader } from '../../enrolment/orders/store/batch-plans.ts';
import type { OrderWriter } from '../../enrolment/orders/store/order-store.ts';
import {
  createOperatorChanges,
  type OperatorChanges,
} from '../../enrolment/receipts/self-service/operator-changes.ts';
import { createReconciler, type Reconciler } from '../../enrolment/reconciler/reconciler.ts';
import { takenSeats } from '../../enrolment/seats/taken-seats.ts';
import type { OfferDependencies } from '../../enrolment/waitlist/offer-seats.ts';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import { configuredProvider } from '../../partners/payments/configured.ts';
import { type BatchEditor, createBatchEditor } from '../../partners/upstream/batch-editor.ts';
import { withClosedBatches } from '../../partners/upstream/closed-batches.ts';
import { createUpstreamClient } from '../../partners/upstream/upstream-client.ts';
import type { Env } from '../../platform/settings/env.ts';

const hourMs = 60 * 60_000;

/**
 * @returns the origin of receipt links; undefined if the settings are invalid: lists of orders need only the
 * database
 */
export function publicUrlOf(env: () => Env): string | undefined {
  try {
    return env().publicUrl;
  } catch {
    return undefined;
  }
}

export const upstreamOf = (
  { upstreamUrl, upstreamTimeoutMs }: Env,
  { database, log }: Pick<OfferDependencies, 'database' | 'log'>,
) =>
  withClosedBatches(
    createUpstreamClient({ baseUrl: upstreamUrl, timeoutMs: upstreamTimeoutMs }),
    createCalledOffReader(database, (error) => log.warn({ err: error }, 'batches could not be read')),
  );

/** Opens the dependencies of offers. Settings are read on first use, so that lists need only the database. */
export function openWaitlist<Parts extends Pick<OfferDependencies, 'database' | 'log'>>(
  env: () => Env,
  parts: Parts,
): OfferDependencies & { publicUrl: string | undefined } & Parts {
  return {
    ...parts,
    ledger: takenSeats,
    get upstream() {
      return upstreamOf(env(), parts);
    },
    get offerMs() {
      return env().waitlistOfferHours * hourMs;
    },
    get publicUrl() {
      return publicUrlOf(env);
    },
    now,
  };
}

/** Opens the dependencies of the comparison of batches. Settings are read as for {@link openWaitlist}. */
export function openBatches<Parts extends Pick<CompareDependencies, 'database' | 'jobs' | 'log'>>(
  env: () => Env,
  parts: Parts,
): CompareDependencies & Parts {
  return {
    ...parts,
    get upstream() {
      return upstreamOf(env(), parts);
    },
    get publicUrl() {
      return env().publicUrl;
    },
    now,
  };
}

type MoneyParts = OrderWriter & { log: FastifyBaseLogger };
const now = () => new Date();

export function openBookingChanges(env: Env, services: MoneyParts): OperatorChanges {
  const { jobs } = services;
  return createOperatorChanges({
    ...services,
    upstream: upstreamOf(env, services),
    enqueueMails: env.mail && ((transaction, mails) => enqueueMails(transaction, mails, jobs)),
    publicUrl: env.publicUrl,
    settings: env,
    now,
  });
}

export function openDecisions(env: Env, services: MoneyParts): Decisions {
  const settings = { ...env, issuesInvoices: env.supplier !== undefined };
  return createDecisions({ ...services, provider: configuredProvider(env), settings, now });
}

export function openReconciler(env: Env, services: MoneyParts): Reconciler {
  const { seatHoldMinutes, upstreamBookingChanges } = env;
  return createReconciler({
    ...services,
    provider: configuredProvider(env),
    settings: { upstreamBookingChanges, seatHoldMs: seatHoldMinutes * 60_000 },
    now,
  });
}

export function openCallingOff(env: Env, services: MoneyParts): CallOffDependencies & UpstreamClosing {
  return {
    ...services,
    publicUrl: env.publicUrl,
    decisions: openDecisions(env, services),
    isMoneyShort: configuredProvider(env).isMoneyShort,
    editor: createBatchEditor(upstreamOf(env, services)),
  };
}

export const openEditor = (env: Env, parts: Pick<OfferDependencies, 'database' | 'log'>): BatchEditor =>
  createBatchEditor(upstreamOf(env, parts));
