import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LeadFormName } from '@meridian/contracts/calls';
import type { Submission } from '@meridian/contracts/leads/form-schemas';
import { Refusal } from '../../platform/refusal.ts';
import {
  awaitsFile,
  type Forwardable,
  type ForwardingDependencies,
  forwardLead,
} from '../forward/forward-lead.ts';
import { type LeadAnswer, thankedAnswer } from '../ledger/answers.ts';
import type { NewLead } from '../ledger/lead.ts';
import type { LeadStore } from '../ledger/store/lead-store.ts';
import { type Lead, toLead } from '../ledger/store/tables.ts';
import type { LeadFile } from '../uploads/lead-files.ts';
import { bodyHash } from './body-hash.ts';
import { type ContextDependencies, completeContext, lacksContextId } from './complete-context.ts';
import { spamReasonOf } from './spam-check.ts';
import { submissionKey } from './submission-key.ts';

export interface AcceptanceDependencies extends ForwardingDependencies, ContextDependencies {
  store: LeadStore;
  /** Max time in ms that a duplicate request waits for the answer of the first request. */
  answerWaitMs: number;
}

export interface Arrival {
  form: LeadFormName;
  /** Id of the request, as in the log. Later log lines about the lead have the same id. */
  requestId?: string;
  submission: Submission;
  referer?: string;
  /** `senderKey` of the visitor. */
  sentFrom?: string;
  file?: LeadFile;
}

const pollMs = 200;

async function toNewLead(arrival: Arrival, dependencies: ContextDependencies): Promise<NewLead> {
  const { form, requestId, submission, sentFrom, file } = arrival;
  const hash = bodyHash(form, submission.values, file?.hash);
  return {
    id: randomUUIDv7(),
    form,
    requestId,
    submissionId: submissionKey(form, submission.submissionId, hash),
    bodyHash: hash,
    email: String(submission.values.email).toLowerCase(),
    attribution: submission.attribution,
    marketing: submission.marketing,
    ...(await completeContext(arrival, dependencies)),
    spamReason: spamReasonOf(submission),
    sentFrom,
    file,
  };
}

/**
 * Accepts leads: stores each lead in the ledger, forwards it to the upstream, then answers the visitor.
 * @returns an idempotent function that answers one submission
 */
export function createAcceptance(
  dependencies: AcceptanceDependencies,
): (arrival: Arrival) => Promise<LeadAnswer> {
  const { store, files } = dependencies;

  async function forward(lead: Forwardable): Promise<LeadAnswer> {
    return store.writeForward(await forwardLead(lead, dependencies));
  }

  /** Forwards a lead again immediately, because its visitor resubmitted the form for a missing file. */
  async function fetchFile(lead: Lead, answer: LeadAnswer): Promise<LeadAnswer> {
    const [claimed] = await store.takeForwardLeases([lead.id], { dueOnly: false });
    return claimed ? forward(toLead(claimed)) : answer;
  }

  async function repeat(submissionId: string, hash: string): Promise<LeadAnswer> {
    const deadline = Date.now() + dependencies.answerWaitMs;
    for (;;) {
      const lead = await store.findBySubmission(submissionId);
      if (lead?.body_hash !== hash)
        throw new Refusal(
          'conflict',
          'submission_differs',
          'This form was already sent with other details. Please send it again.',
        );
      if (lead.answer) return awaitsFile(lead) ? fetchFile(lead, lead.answer) : lead.answer;
      // The lease holder may have crashed. The lead is committed, so the sweeper picks it up.
      if (Date.now() > deadline) return store.thank(lead.id, thankedAnswer(lead.form));
      await sleep(pollMs);
    }
  }

  return async (arrival) => {
    const lead = await toNewLead(arrival, dependencies);
    const receipt = await store.insert(lead);
    const { id: leadId, form, requestId: reqId } = lead;
    if (receipt.kind !== 'known')
      dependencies.log.info({ reqId, leadId, form, outcome: receipt.kind }, 'lead accepted');
    switch (receipt.kind) {
      case 'quarantined':
        return receipt.answer;
      case 'known':
        if (arrival.file) await files.discard(arrival.file.id);
        return repeat(lead.submissionId ?? '', lead.bodyHash);
      case 'received': {
        // The upstream may refuse a missing id, which the visitor cannot add. The confirmation is stored
        // before the lead is forwarded, so that a refusal becomes `refused_late` and the lead still goes to
        // the CRM.
        const answer = lacksContextId(form, lead.values)
          ? await store.thank(leadId, thankedAnswer(form))
          : null;
        return forward({ ...lead, endpoint: 'form', request_id: reqId ?? null, answer, forward_attempts: 0 });
      }
    }
  };
}
