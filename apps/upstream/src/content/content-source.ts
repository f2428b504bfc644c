import { join } from 'node:path';
import { watch } from 'chokidar';
import type { FastifyBaseLogger } from 'fastify';
import type { Content } from './content.ts';
import { ContentError } from './content-error.ts';
import { createContentLoader } from './load.ts';

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

export interface ContentSource {
  /** Absolute path of the media folder. */
  mediaDir: string;
  /** The last valid content. */
  current: () => Content;
  /**
   * Watches the files. An invalid change is logged and the last valid content stays.
   * @returns once watching
   */
  watch: (log: Log) => Promise<void>;
  /** Stops watching. */
  close: () => Promise<void>;
}

/** Debounces an editor's successive writes. */
const quietMs = 100;

function warnOfMissingMedia(content: Content, log: Log): void {
  if (content.missingMedia.length > 0)
    log.warn({ missing: content.missingMedia }, 'content: pictures or files are named and not there');
}

/**
 * Reads the content folder.
 * @throws ContentError listing all errors with file and field
 */
export async function openContent(contentDir: string): Promise<ContentSource> {
  const load = createContentLoader(contentDir);
  let content = await load();
  let closeWatch = async () => {};

  async function reload(log: Log, reason: string): Promise<void> {
    try {
      content = await load();
      log.info(reason);
      warnOfMissingMedia(content, log);
    } catch (error) {
      // On any error the last valid content stays; unknown errors are logged with their stack.
      const detail = error instanceof ContentError ? { problems: error.problems } : { err: error };
      log.error(detail, 'content: the change was not taken up, the last good content stays in service');
    }
  }

  return {
    mediaDir: join(contentDir, 'media'),
    current: () => content,
    async watch(log) {
      let timer: NodeJS.Timeout | undefined;
      let loading: Promise<void> = Promise.resolve();
      const watcher = watch(contentDir, { ignoreInitial: true, ignored: /(?:^|[/\\])\.[^/\\]+$|~$/ });
      watcher.on('all', () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          loading = loading.then(() => reload(log, 'content: changed files are in service'));
        }, quietMs);
      });
      watcher.on('error', (error) => log.error({ err: error }, 'content: changes may go unnoticed'));
      closeWatch = async () => {
        clearTimeout(timer);
        await watcher.close();
        await loading;
      };
      await new Promise<void>((resolve) => watcher.once('ready', resolve));
      // A file may have changed between the first read and the watch.
      loading = loading.then(() => reload(log, 'content: watching for changes'));
      await loading;
    },
    close: () => closeWatch(),
  };
}
