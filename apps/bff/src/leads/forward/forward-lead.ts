import type { FormName, LeadFormName, SubmitCallName } from '@meridian/contracts/calls';
import { type Envelope, success } from '@meridian/contracts/envelope';
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { upstreamBody } from '@meridian/contracts/leads/form-schemas';
import { formNames, formOf } from '@meridian/contracts/leads/forms';
import type { FastifyBaseLogger } from 'fastify';
import type { UploadFile } from '../../partners/upstream/multipart-body.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { lacksFile, thankedAnswer, upstreamAnswer } from '../ledger/answers.ts';
import type { ForwardResult } from '../ledger/lead.ts';
import type { Lead } from '../ledger/store/tables.ts';
import type { LeadFiles } from '../uploads/lead-files.ts';
import { handleHere, type LeadHandler } from './lead-handler.ts';

/** The upstream client's methods that leads need. */
export interface LeadUpstream {
  submit(
    name: SubmitCallName,
    body: Record<string, unknown>,
    options: { idempotencyKey: string; timeoutMs: number },
  ): Promise<Envelope>;
  submitFile(
    name: SubmitCallName,
    fields: Record<string, string>,
    file: UploadFile,
    options: { idempotencyKey: string; timeoutMs: number },
  ): Promise<Envelope>;
}

/** Timeouts of an attempt, shorter than its lease. Files take longer than forms. */
export const forwardTimeouts = { formMs: 8_000, fileMs: 20_000 } as const;

/** The columns that a forward attempt reads. */
export type Forwardable = Pick<
  Lead,
  'id' | 'endpoint' | 'form' | 'request_id' | 'values' | 'answer' | 'forward_attempts'
>;

export interface ForwardingDependencies {
  upstream: LeadUpstream;
  upstreamUrl: string;
  files: LeadFiles;
  timeouts: { formMs: number; fileMs: number };
  /** Handles leads that the upstream does not receive. */
  leadHandler?: LeadHandler | undefined;
  log: FastifyBaseLogger;
}

async function send(
  lead: Forwardable & { form: FormName },
  { upstream, files, timeouts }: ForwardingDependencies,
): Promise<Envelope> {
  const body = upstreamBody(lead.form, lead.values);
  const idempotencyKey = lead.id;
  const field = fileFieldOf(lead.form)?.name;
  const file = field === undefined ? undefined : await files.findOfLead(lead.id);
  if (field === undefined || !file)
    return upstream.submit(lead.form, body, { idempotencyKey, timeoutMs: timeouts.formMs });
  const fields = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)]));
  const { name, type, size } = file;
  return upstream.submitFile(
    lead.form,
    fields,
    { field, name, type, size, bytes: () => files.read(file.id) },
    { idempotencyKey, timeoutMs: timeouts.fileMs },
  );
}

const isForwarded = (form: LeadFormName): form is FormName => formNames.some((name) => name === form);

/**
 * Attempts once to forward a lead. The lead's id is the idempotency key, so an attempt with a lost answer can
 * be repeated safely.
 * @returns the result to store; an unreachable upstream is a result, not an exception
 */
export async function forwardLead(
  lead: Forwardable,
  dependencies: ForwardingDependencies,
): Promise<ForwardResult> {
  const { id, form } = lead;
  const logged = { reqId: lead.request_id ?? undefined, leadId: id, form };
  const { leadHandler } = dependencies;
  // The client of the CRM endpoint has already saved this lead elsewhere.
  if (lead.endpoint === 'crm')
    return { id, kind: 'handled_here', answer: lead.answer ?? thankedAnswer(form), replaces: false };
  if (leadHandler?.form === form) return handleHere(lead, leadHandler);
  if (!isForwarded(form)) throw new Error(`no handler for leads of the form ${form}`);
  try {
    const envelope = await send({ ...lead, form }, dependencies);
    const answer = upstreamAnswer(form, envelope, dependencies.upstreamUrl);
    const replaces = formOf(form).download === true;
    dependencies.log.info({ ...logged, status: envelope.status }, 'lead forwarded');
    if (envelope.status === success) return { id, kind: 'upstream_saved', answer, replaces };
    return { id, kind: 'upstream_refused', answer, replaces: false };
  } catch (error) {
    if (!isRemoteError(error, 'upstream')) throw error;
    dependencies.log.warn({ ...logged, code: error.code }, 'lead not forwarded');
    const attempts = lead.forward_attempts + 1;
    return { id, kind: 'forward_failed', attempts, error: error.code, answer: thankedAnswer(form) };
  }
}

/** True if a retry may return the file that the visitor is still waiting for. */
export function awaitsFile(lead: { form: LeadFormName; answer: Lead['answer'] }): boolean {
  return lead.answer !== null && lacksFile(lead.form, lead.answer);
}
