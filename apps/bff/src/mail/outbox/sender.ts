/** Sends due emails. A connection takes its next email after the result of the previous one is committed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { mailTimeoutMs, openConnection, type SmtpConnection } from '../../partners/smtp/smtp-connection.ts';
import type { SmtpOutcome } from '../../partners/smtp/smtp-outcome.ts';
import { createBatcher } from '../../platform/database/batcher.ts';
import { continued, recordCall, tracedJob } from '../../platform/observability/spans.ts';
import type { MailSettings } from '../../platform/settings/mail.ts';
import type { ReadAttachments, RenderMail } from './composer.ts';
import { recordAcceptedMails, recordFailure, releaseMails } from './record-result.ts';
import { type LeasedMail, type TakingOptions, takeMails } from './take-mails.ts';

export interface SenderOptions
  extends Omit<TakingOptions, 'leaseMs' | 'domain' | 'limitPerMinute' | 'testDomains'> {
  settings: MailSettings;
  render: RenderMail;
  readAttachments: ReadAttachments;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Called with each result. */
  onResult?: (kind: string, result: SmtpOutcome['kind']) => void;
  /** Overridden by tests that control their connections. */
  open?: (settings: MailSettings) => SmtpConnection;
}

export interface Sender {
  /**
   * Starts sending due emails, unless sending is in progress. Resolves when nothing is due, or the mail
   * server is unavailable.
   */
  send(): Promise<void>;
  /** Starts no further email, and returns leased ones. @param timeoutMs for the emails in progress */
  stop(timeoutMs: number): Promise<void>;
}

const batchSize = 100;
/** Emails are prefetched when fewer than this are queued, so that no connection is idle. */
const lowWater = 50;
/** Enough time to send an email after it has waited in the queue. */
const leaseMs = 3 * mailTimeoutMs;
const maxWaitMs = leaseMs - 2 * mailTimeoutMs;
/** A single connection may fail alone. This many failures in a row mean that the server is unavailable. */
const failuresToPause = 3;
const firstPauseMs = 1_000;
const maxPauseMs = 30_000;
/**
 * Pause of a connection that was refused while another one was open: servers limit connections per client.
 */
const restMs = 60_000;
const recordAttempts = 5;
const firstRecordPauseMs = 100;

type Queued = LeasedMail & { takenAt: number };

function domainOf(from: string): string {
  return from.slice(from.lastIndexOf('@') + 1).replace(/>\s*$/, '');
}

export function createSender(options: SenderOptions): Sender {
  const { database, settings, log, render, readAttachments, onResult, open = openConnection } = options;
  const taking: TakingOptions = {
    database,
    composers: options.composers,
    operatorEmail: options.operatorEmail,
    leaseMs,
    domain: domainOf(settings.from),
    limitPerMinute: settings.limitPerMinute,
    testDomains: settings.testDomains,
  };
  const connections = Array.from({ length: settings.connections }, () => open(settings));
  const restsUntil = new Map<SmtpConnection, number>();
  const queue: Queued[] = [];
  let isStopping = false;
  let pausedUntil = 0;
  let pauses = 0;
  /** Attempts since the last accepted email in which the mail server was unavailable. */
  let failures = 0;
  let filling: Promise<void> | undefined;
  let isExhausted = false;
  let running: Promise<void> | undefined;
  let isWoken = false;

  const isPaused = () => isStopping || performance.now() < pausedUntil;

  const recordAccepted = createBatcher<string, void>(
    async (ids) => {
      await recordAcceptedMails(database, ids);
      return ids.map(() => undefined);
    },
    { maxSize: settings.connections },
  );

  /** Records that the email was sent. Retries, because an unrecorded email would be sent again. */
  async function accepted(mail: LeasedMail): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        return await recordAccepted(mail.id);
      } catch (error) {
        if (tries === recordAttempts) throw error;
        await sleep(firstRecordPauseMs * 4 ** (tries - 1));
      }
  }

  async function attempt(connection: SmtpConnection, mail: LeasedMail): Promise<SmtpOutcome> {
    const { id, messageId, recipient: to, createdAt: date } = mail;
    try {
      const letter = await render(mail);
      const attachments = await readAttachments(mail);
      return await connection.send({ id, messageId, to, date, letter, attachments });
    } catch (error) {
      log.error({ err: error, mailId: id, kind: mail.kind }, 'an email could not be composed');
      return { kind: 'temporary', reason: 'it could not be composed', serverIsAway: false };
    }
  }

  function pause(reason: string): void {
    failures += 1;
    if (failures < failuresToPause || isPaused()) return;
    pausedUntil = performance.now() + Math.min(maxPauseMs, firstPauseMs * 2 ** pauses);
    pauses += 1;
    log.warn({ reason }, 'the mail server accepts no emails at the moment');
  }

  /**
   * @returns true if the server accepts no more of our connections: the email was not tried, and another
   * connection takes it
   */
  async function isSurplus(
    connection: SmtpConnection,
    mail: LeasedMail,
    outcome: SmtpOutcome,
  ): Promise<boolean> {
    if (outcome.kind !== 'temporary' || !outcome.atOpening) return false;
    if (!connections.some((other) => other !== connection && other.isOpen)) return false;
    log.info({ reason: outcome.reason }, 'the mail server accepts fewer connections');
    restsUntil.set(connection, performance.now() + restMs);
    await releaseMails(database, [mail], 0);
    isWoken = true;
    return true;
  }

  async function deliver(connection: SmtpConnection, mail: LeasedMail): Promise<void> {
    const startMs = performance.now();
    const outcome = await attempt(connection, mail);
    const failed = outcome.kind !== 'accepted';
    recordCall(
      'smtp send',
      { durationMs: performance.now() - startMs, failed },
      { 'meridian.mail': mail.kind },
    );
    if (await isSurplus(connection, mail, outcome)) return;
    onResult?.(mail.kind, outcome.kind);
    if (outcome.kind === 'accepted') {
      pauses = 0;
      failures = 0;
      return accepted(mail);
    }
    const logged = { mailId: mail.id, kind: mail.kind, attempts: mail.attempt, reason: outcome.reason };
    if (outcome.kind === 'refused') log.error(logged, 'an email was refused');
    else log.warn(logged, 'an email was not accepted');
    if (outcome.kind === 'temporary' && outcome.serverIsAway) pause(outcome.reason);
    await recordFailure(database, mail, outcome);
  }

  /** An email about an order belongs to the trace of its checkout. */
  const traced = (mail: LeasedMail, run: () => Promise<void>) =>
    mail.requestId ? continued([mail.requestId], 'send mail', run) : tracedJob('send mail', run);

  async function fill(): Promise<void> {
    const { mails, examined } = await takeMails(taking, batchSize);
    const takenAt = performance.now();
    queue.push(...mails.map((mail) => ({ ...mail, takenAt })));
    isExhausted = examined < batchSize;
  }

  async function nextMail(): Promise<Queued | undefined> {
    for (;;) {
      if (isPaused()) return undefined;
      if (queue.length <= lowWater && !isExhausted)
        filling ??= fill().finally(() => {
          filling = undefined;
        });
      const mail = queue.shift();
      // The caller that waits for the fill handles its failure.
      if (mail) {
        filling?.catch(() => undefined);
        return mail;
      }
      if (!filling) return undefined;
      await filling;
    }
  }

  async function runConnection(connection: SmtpConnection): Promise<void> {
    const isResting = () => performance.now() < (restsUntil.get(connection) ?? 0);
    while (!isResting()) {
      const mail = await nextMail();
      if (!mail) return;
      if (performance.now() - mail.takenAt > maxWaitMs) await releaseMails(database, [mail], 0);
      else await traced(mail, () => deliver(connection, mail));
    }
  }

  async function drain(): Promise<void> {
    do {
      isWoken = false;
      isExhausted = false;
      const ends = await Promise.allSettled(connections.map(runConnection));
      for (const end of ends)
        if (end.status === 'rejected')
          log.error({ err: end.reason }, 'emails could not be read or their results stored');
      await filling?.catch(() => undefined);
      const rest = queue.splice(0);
      const delayMs = Math.max(0, pausedUntil - performance.now());
      await releaseMails(database, rest, delayMs).catch((error: unknown) =>
        log.warn({ err: error }, 'leases of emails were not returned'),
      );
      if (ends.some(({ status }) => status === 'rejected')) return;
    } while (isWoken && !isPaused());
  }

  return {
    send() {
      isWoken = true;
      if (isPaused()) return Promise.resolve();
      running ??= drain().finally(() => {
        running = undefined;
      });
      return running;
    },
    async stop(timeoutMs) {
      isStopping = true;
      if (running) await Promise.race([running, sleep(timeoutMs, undefined, { ref: false })]);
      for (const connection of connections) connection.close();
    },
  };
}
