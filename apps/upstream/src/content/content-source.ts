import { join } from 'node:path';
import type { ContentFault } from '@meridian/contracts/site/content-faults';
import { watch } from 'chokidar';
import type { FastifyBaseLogger } from 'fastify';
import type { Content } from './content.ts';
import { describeFinding } from './content-error.ts';
import type { ContentStore } from './content-store.ts';
import { createContentLoader, type LoadFault } from './load.ts';
import { findRemovedCourses } from './removed-courses.ts';

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

export interface ContentSource {
  /** Absolute path of the media folder. */
  mediaDir: string;
  /** Returns the content in use. */
  current: () => Content;
  /**
   * Mistakes in the files, sorted by file and line. Mistakes because of which a version on disk is not used
   * come first.
   */
  faults: () => readonly ContentFault[];
  /**
   * Reads the files and stores their valid versions.
   * @throws ContentError if a mandatory file has no valid version
   * @throws the driver's error
   */
  load: () => Promise<void>;
  /**
   * Watches the files and logs their faults. A file with a mistake is replaced by its last valid version.
   * @returns once the watch has started
   */
  watch: (log: Log) => Promise<void>;
  /** Stops watching. */
  close: () => Promise<void>;
}

/** Time without a change after which the files are read, because an editor may write several times. */
const quietMs = 100;

function compareFaults(a: ContentFault, b: ContentFault): number {
  const isInService = ({ effect }: ContentFault) => Number(effect === 'warning');
  return isInService(a) - isInService(b) || a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0);
}

/**
 * @param contentDir absolute path
 * @param store keeps valid versions across restarts; by default they are kept only in memory
 */
export function createContentSource(contentDir: string, store?: ContentStore): ContentSource {
  const loadFiles = createContentLoader(contentDir);
  let content: Content | undefined;
  let faults: ContentFault[] = [];
  let versions: Map<string, string> | undefined;
  /** Versions in the store; undefined until the store has answered. */
  let stored: ReadonlyMap<string, string> | undefined;
  let closeWatch = async () => {};

  function takeFaults(found: readonly LoadFault[], previous: readonly ContentFault[]): void {
    const keyOf = ({ file, field, message }: LoadFault) => `${file}\n${field}\n${message}`;
    const since = new Map(previous.map((fault) => [keyOf(fault), fault.since]));
    const now = new Date().toISOString();
    faults = found.map((fault) => ({ ...fault, since: since.get(keyOf(fault)) ?? now })).sort(compareFaults);
  }

  async function save(current: ReadonlyMap<string, string>): Promise<void> {
    if (!store) return;
    const before = stored ?? new Map<string, string>();
    const changed = new Map([...current].filter(([file, text]) => before.get(file) !== text));
    await store.save(
      changed,
      [...before.keys()].filter((file) => !current.has(file)),
    );
    stored = current;
  }

  async function removedCourses(of: Content): Promise<LoadFault[]> {
    if (!store) return [];
    const [booked, removed] = await Promise.all([store.readBookedCourses(), store.readRemoved()]);
    return findRemovedCourses(booked, new Set(of.courseById.keys()), removed).map((finding) => ({
      ...finding,
      effect: 'warning',
    }));
  }

  /** @param onStoreError called if the store fails; the changed files are used nevertheless */
  async function reload(onStoreError: (error: unknown) => void): Promise<void> {
    const previous = faults;
    const loaded = await loadFiles(versions);
    content = loaded.content;
    versions = loaded.versions;
    takeFaults(loaded.faults, previous);
    try {
      await save(loaded.versions);
      takeFaults([...loaded.faults, ...(await removedCourses(loaded.content))], previous);
    } catch (error) {
      onStoreError(error);
    }
  }

  async function reloadAndLog(log: Log, reason: string): Promise<void> {
    const before = new Set(faults.map(describeFinding));
    try {
      await reload((error) => log.warn({ err: error }, 'content: valid versions could not be stored'));
      log.info(reason);
    } catch (error) {
      log.error({ err: error }, 'content: the change could not be read, the previous content stays in use');
    }
    for (const fault of faults) {
      if (before.has(describeFinding(fault))) continue;
      const { file, line, field, message, effect } = fault;
      log[effect === 'warning' ? 'warn' : 'error']({ file, line, field, effect }, `content: ${message}`);
    }
  }

  return {
    mediaDir: join(contentDir, 'media'),
    current() {
      if (!content) throw new Error('the content is not read yet');
      return content;
    },
    faults: () => faults,
    async load() {
      stored = await store?.read();
      versions = new Map(stored);
      await reload((error) => {
        throw error;
      });
    },
    async watch(log) {
      let timer: NodeJS.Timeout | undefined;
      let loading: Promise<void> = Promise.resolve();
      const watcher = watch(contentDir, { ignoreInitial: true, ignored: /(?:^|[/\\])\.[^/\\]+$|~$/ });
      watcher.on('all', () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          loading = loading.then(() => reloadAndLog(log, 'content: changed files are in use'));
        }, quietMs);
      });
      watcher.on('error', (error) => log.error({ err: error }, 'content: changes may go unnoticed'));
      closeWatch = async () => {
        clearTimeout(timer);
        await watcher.close();
        await loading;
      };
      await new Promise<void>((resolve) => watcher.once('ready', resolve));
      for (const { file, line, field, effect, message } of faults)
        log[effect === 'warning' ? 'warn' : 'error']({ file, line, field, effect }, `content: ${message}`);
      // A file may have changed between the first read and the start of the watch.
      loading = loading.then(() => reloadAndLog(log, 'content: watching for changes'));
      await loading;
    },
    close: () => closeWatch(),
  };
}

/**
 * Reads a content folder without a database.
 * @throws ContentError as {@link ContentSource.load}
 */
export async function openContent(contentDir: string): Promise<ContentSource> {
  const source = createContentSource(contentDir);
  await source.load();
  return source;
}
