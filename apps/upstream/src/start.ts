import { dayNumberInIndia } from '@meridian/contracts/india-time';
import { buildUpstream } from './app.ts';
import { type ContentSource, createContentSource } from './content/content-source.ts';
import { createContentStore } from './content/content-store.ts';
import { migrate, openDatabase } from './database/database.ts';
import { whenReachable } from './database/wait.ts';
import type { Settings } from './env.ts';
import { createBatchCatalogue } from './schedule/batch-catalogue.ts';

/** Max wait for requests in progress at a shutdown. */
const requestsTimeoutMs = 5_000;

export interface RunningUpstream {
  /** Base URL, for example `http://127.0.0.1:4010`. */
  url: string;
  /** Graceful shutdown. */
  stop: () => Promise<void>;
}

/**
 * Starts the reference upstream: migrates, reads the content, creates the next batches, listens, and watches
 * the files. Waits until the database is available.
 * @param options.signal stops waiting
 * @param options.content content source of the caller, who watches and closes it
 * @throws ContentError if a mandatory file has no valid version
 * @throws the driver's error if the database refuses the connection
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
    // A client may keep a connection open without using it: the close would wait for its time-out.
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
