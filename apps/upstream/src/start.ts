import { dayNumberInIndia } from '@meridian/contracts/india-time';
import { buildUpstream } from './app.ts';
import { type ContentSource, createContentSource } from './content/content-source.ts';
import { createContentStore } from './content/content-store.ts';
import { migrate, openDatabase } from './database/database.ts';
import { whenReachable } from './database/wait.ts';
import type { Settings } from './env.ts';
import { createBatchCatalogue } from './schedule/batch-catalogue.ts';

/** Maximum time for which a shutdown waits for requests in progress. */
const requestsTimeoutMs = 5_000;

export interface RunningUpstream {
  /** Base URL, for example `http://127.0.0.1:4010`. */
  url: string;
  /** Shuts down gracefully. */
  stop: () => Promise<void>;
}

/**
 * Starts the reference upstream: migrates, reads the content, creates the next batches, listens, and watches
 * the files. Waits while the database is not available.
 * @param options `signal` ends the wait; `content` is a content source that the caller watches and closes
 * @throws ContentError if a mandatory file has no valid version
 * @throws the driver's error for a permanent error of the database
 * @throws the reason of the signal
 */
export async function startUpstream(
  settings: Settings,
  { signal, content: given }: { signal?: AbortSignal; content?: ContentSource } = {},
): Promise<RunningUpstream> {
  const database = openDatabase(settings.databaseUrl, (error) =>
    // Logs only the message, because the driver's error object references the whole connection.
    app.log.warn({ reason: error.message }, 'the database ended an idle connection'),
  );
  const content = given ?? createContentSource(settings.contentDir, createContentStore(database));
  const batches = createBatchCatalogue({
    database,
    content: () => content.current(),
    today: () => dayNumberInIndia(new Date()),
  });
  const app = buildUpstream({
    content,
    batches,
    database,
    faults: settings.faults,
    logLevel: settings.logLevel,
  });

  async function stop(): Promise<void> {
    // A client may keep a connection open without using it. Without this timer, the shutdown would wait for
    // that connection's time-out.
    const cutOff = setTimeout(() => app.server.closeAllConnections(), requestsTimeoutMs);
    await app.close();
    clearTimeout(cutOff);
    if (!given) await content.close();
    await batches.close();
    await database.destroy();
  }

  try {
    await whenReachable(() => migrate(database), { log: app.log, signal });
    if (!given) await content.load();
    await batches.createNext();
    const url = await app.listen({ port: settings.port, host: settings.host });
    if (!given) await content.watch(app.log);
    batches.watch(app.log);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
