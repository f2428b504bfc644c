/** Sends errors of the log to an address that speaks Sentry's protocol. */
import type { DestinationStream } from 'pino';
import { version } from '../settings/version.ts';
import { errorEvent } from './error-event.ts';

const timeoutMs = 5_000;
const windowMs = 60_000;
/** A fault may write hundreds of lines a second; the log has them all. */
const maxPerWindow = 30;
/** How the lines of errors and fatal errors begin. */
const isError = /^\{"level":[56]0,/;

export interface ErrorReporterOptions {
  /** `https://KEY@host/PROJECT`. */
  dsn: string;
  /** `APP_ENV`. */
  environment: string;
}

export interface ErrorReporter {
  /** The same destination, whose errors are sent as well. */
  watch(destination: DestinationStream): DestinationStream;
  /** Waits until all is sent, for a process that ends. Never throws. */
  flush(): Promise<void>;
}

/** @returns where events are posted, and the key */
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
        // The log has the error; that its copy was not taken is no second one.
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
