/** Sends errors of the log to an endpoint with Sentry's protocol. */
import type { DestinationStream } from 'pino';
import { version } from '../settings/version.ts';
import { errorEvent } from './error-event.ts';

const timeoutMs = 5_000;
const windowMs = 60_000;
/**
 * Max events per minute. An error may be logged hundreds of times a second; further errors are only in the
 * log.
 */
const maxPerWindow = 30;
/** Beginning of the log lines of errors and fatal errors. */
const isError = /^\{"level":[56]0,/;

export interface ErrorReporterOptions {
  /** `https://KEY@host/PROJECT`. */
  dsn: string;
  /** `APP_ENV`. */
  environment: string;
}

export interface ErrorReporter {
  /** @returns a destination that writes to the given one and also sends its errors */
  watch(destination: DestinationStream): DestinationStream;
  /** Waits until all events are sent, before the process ends. Never throws. */
  flush(): Promise<void>;
}

/** @returns the URL to which events are posted, and the public key */
function addressOf(dsn: string): { url: string; key: string } {
  const { protocol, host, username, pathname } = new URL(dsn);
  const [, path = '', project = ''] = /^(.*)\/([^/]+)\/?$/.exec(pathname) ?? [];
  return { url: `${protocol}//${host}${path}/api/${project}/envelope/`, key: username };
}

export function createErrorReporter({ dsn, environment }: ErrorReporterOptions): ErrorReporter {
  const { url, key } = addressOf(dsn);
  const inProgress = new Set<Promise<unknown>>();
  let windowEndsAt = 0;
  let left = 0;

  function isAllowed(): boolean {
    if (performance.now() >= windowEndsAt) {
      windowEndsAt = performance.now() + windowMs;
      left = maxPerWindow;
    }
    left -= 1;
    return left >= 0;
  }

  async function post(line: string): Promise<void> {
    const made = errorEvent(line, environment);
    if (!made) return;
    const headers = { event_id: made.id, sent_at: new Date().toISOString() };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=meridian-bff/${version}, sentry_key=${key}`,
      },
      body: [headers, { type: 'event' }, made.event].map((part) => JSON.stringify(part)).join('\n'),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
  }

  return {
    watch: (destination) => ({
      write(line) {
        destination.write(line);
        if (!isError.test(line) || !isAllowed()) return;
        // A failed report is ignored, because the error is already in the log.
        const sent = post(line).catch(() => undefined);
        inProgress.add(sent);
        void sent.finally(() => inProgress.delete(sent));
      },
    }),
    async flush() {
      await Promise.all(inProgress);
    },
  };
}
