import type { LeadFormName } from '@meridian/contracts/calls';
import { leadFormNames } from '@meridian/contracts/leads/forms';
import { toasts } from '@meridian/ui/toast';
import { confirmLead } from './confirm-lead.ts';
import { clearDraft } from './draft-answers.ts';
import { outboxKey } from './outbox-key.ts';
import { type Submission, type SubmitAnswer, sendForm } from './send-form.ts';

/** A queued submission of a form on a page. */
export interface QueuedSubmission {
  form: LeadFormName;
  /** Path of the page. */
  page: string;
  submission: Submission;
}

const seconds = 1_000;
/**
 * First and longest pause between retries. Retries are needed, because browsers do not report every change of
 * the connection.
 */
const firstRetryMs = 15 * seconds;
const lastRetryMs = 300 * seconds;

function isWaiting(entry: Partial<QueuedSubmission> | null): entry is QueuedSubmission {
  return leadFormNames.some((form) => form === entry?.form) && typeof entry?.submission?.values === 'object';
}

function load(): readonly QueuedSubmission[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(outboxKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isWaiting) : [];
  } catch {
    return [];
  }
}

let waiting: readonly QueuedSubmission[] = load();
let retryMs = firstRetryMs;
let timer: ReturnType<typeof setTimeout> | undefined;
const sending = new Set<QueuedSubmission>();
const listeners = new Set<() => void>();
/** Mounted forms by key. A mounted form shows the result of its submission itself. */
const forms = new Map<string, (answer: SubmitAnswer) => void>();

const keyOf = ({ form, page }: Pick<QueuedSubmission, 'form' | 'page'>) => `${page} ${form}`;
const holdsFile = ({ submission }: QueuedSubmission) =>
  Object.values(submission.values).some((value) => value instanceof File);

function change(next: readonly QueuedSubmission[]): void {
  waiting = next;
  // Submissions with a file are not stored, so they are lost at a reload or when the site is left.
  const stored = waiting.filter((entry) => !holdsFile(entry));
  try {
    if (stored.length === 0) sessionStorage.removeItem(outboxKey);
    else sessionStorage.setItem(outboxKey, JSON.stringify(stored));
  } catch {
    // Storage is blocked: the queue is lost at a reload or when the site is left.
  }
  for (const listener of listeners) listener();
}

async function send(entry: QueuedSubmission): Promise<void> {
  if (sending.has(entry)) return;
  sending.add(entry);
  try {
    // Idempotent, because equal answers have the same submission id.
    const answer = await sendForm(entry.form, entry.submission);
    if (answer.kind === 'unreachable') return;
    // The visitor withdrew the submission while it was being sent. In that case, only a success is reported.
    if (answer.kind !== 'accepted' && !waiting.includes(entry)) return;
    change(waiting.filter((other) => other !== entry));
    if (answer.kind === 'accepted') clearDraft(entry.form, entry.page);
    const show = forms.get(keyOf(entry));
    if (show) show(answer);
    else if (answer.kind !== 'accepted') toasts.error(answer.message);
    else if (!(await confirmLead(entry.form, answer))) toasts.success(answer.message);
  } finally {
    sending.delete(entry);
  }
}

async function sendAll(): Promise<void> {
  clearTimeout(timer);
  if (navigator.onLine) await Promise.all(waiting.map(send));
  clearTimeout(timer);
  if (waiting.length === 0) return;
  timer = setTimeout(() => void sendAll(), retryMs);
  retryMs = Math.min(2 * retryMs, lastRetryMs);
}

/**
 * The outbox: submissions without a response that the visitor chose to send later. They are sent when the
 * network is back, also after a reload.
 */
export const outbox = {
  /** Queues a submission, replacing an earlier one of the same form and page. */
  add(entry: QueuedSubmission): void {
    outbox.withdraw(entry);
    change([...waiting, entry]);
    retryMs = firstRetryMs;
    timer = setTimeout(() => void sendAll(), retryMs);
  },
  /** Removes a submission that was sent in another way or that the visitor cancelled. */
  withdraw(place: Pick<QueuedSubmission, 'form' | 'page'>): void {
    const rest = waiting.filter((entry) => keyOf(entry) !== keyOf(place));
    if (rest.length < waiting.length) change(rest);
  },
  holds: (place: Pick<QueuedSubmission, 'form' | 'page'>): boolean =>
    waiting.some((entry) => keyOf(entry) === keyOf(place)),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /**
   * Registers a form that shows the result of its queued submission.
   * @returns a function that unregisters it
   */
  attach(place: Pick<QueuedSubmission, 'form' | 'page'>, show: (answer: SubmitAnswer) => void): () => void {
    forms.set(keyOf(place), show);
    return () => {
      if (forms.get(keyOf(place)) === show) forms.delete(keyOf(place));
    };
  },
};

globalThis.addEventListener?.('online', () => void sendAll());
if (waiting.length > 0) void sendAll();
