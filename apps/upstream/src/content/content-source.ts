import { join } from 'node:path';
import { watch } from 'chokidar';
import type { FastifyBaseLogger } from 'fastify';
import type { Content } from './content.ts';
import { ContentError } from './content-error.ts';
import { createContentLoader } from './load.ts';

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

export interface ContentSource {
  /** Absolute path of the folder with pictures and files. */
  mediaDir: string;
  /** The last content without mistakes. */
  current: () => Content;
  /**
   * Takes up changes of the files from now on. A change with a mistake is logged and leaves the last good content in
   * service.
   * @returns once changes are noticed
   */
  watch: (log: Log) => Promise<void>;
  /** Ends the watch. */
  close: () => Promise<void>;
}

/** An editor writes a file in several steps; they are taken together. */
const settleMs = 100;

function warnOfMissingMedia(content: Content, log: Log): void {
  if (content.missingMedia.length > 0)
    log.warn({ missing: content.missingMedia }, 'content: pictures or files are named and not there');
}

/**
 * Reads the content folder.
 * @throws ContentError that names every mistake with its file and field
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
      // Whatever the reason, the visitors keep what they had; an unknown one is logged with its trace.
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
        }, settleMs);
      });
      watcher.on('error', (error) => log.error({ err: error }, 'content: changes may go unnoticed'));
      closeWatch = async () => {
        clearTimeout(timer);
        await watcher.close();
        await loading;
      };
      await new Promise<void>((resolve) => watcher.once('ready', resolve));
      // A file may have changed between the first reading and the beginning of the watch.
      loading = loading.then(() => reload(log, 'content: watching for changes'));
      await loading;
    },
    close: () => closeWatch(),
  };
}
