import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const seconds = 1000;

/** The tests under faults that a usual run takes; `CHAOS=all` takes every one. */
const chaos =
  process.env.CHAOS === 'all' ? ['**/*'] : ['leads/rounds', 'payments/kills', 'stranger/stranger'];

/** The tests of one workspace package, named after it. */
function nodeProject(name: string, root: string, folder = 'src', setupFiles: string[] = []) {
  return {
    extends: true as const,
    root,
    test: { name, environment: 'node', include: [`${folder}/**/*.test.ts`], setupFiles },
  };
}

/** Shuffles the files of each project: a worker that changes the project imports everything anew. */
class ShuffledByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    this.ctx.logger.log(`Files are shuffled; --sequence.seed=${sequence.seed} repeats their order\n`);
    const place = ({ project, moduleId }: TestSpecification) =>
      project.name +
      createHash('sha1')
        .update(`${sequence.seed} ${relative(root, moduleId)}`)
        .digest('hex');
    const places = new Map(files.map((file) => [file, place(file)]));
    return files.toSorted((a, b) => ((places.get(a) ?? '') < (places.get(b) ?? '') ? -1 : 1));
  }
}

export default defineConfig({
  test: {
    // One PostgreSQL for the whole run; see @meridian/stack/test-database for how a test gets its database.
    globalSetup: ['./tooling/stack/src/test-database-setup.ts'],
    // Two more than the cores of the smallest machine: half of a worker's time is waiting, for the database above all.
    maxWorkers: 4,
    // Modules are evaluated once for a worker, not once for a file: a third of the time. No module may keep state
    // that another file would see.
    isolate: false,
    // What one file leaves behind for another shows sooner or later.
    sequence: { sequencer: ShuffledByProject, shuffle: { files: true } },
    // Far above what a test takes alone: a test that times out on a busy machine leaves its faults to the next ones.
    testTimeout: 60 * seconds,
    hookTimeout: 60 * seconds,
    projects: [
      nodeProject('contracts', './packages/contracts'),
      nodeProject('instance', './packages/instance'),
      nodeProject('mail-templates', './packages/mail-templates'),
      nodeProject('upstream', './apps/upstream'),
      nodeProject('sandbox', './apps/sandbox'),
      nodeProject('bff', './apps/bff', 'src', ['./testing/set-instance.ts']),
      nodeProject('stack', './tooling/stack'),
      nodeProject('dev', './tooling/dev'),
      nodeProject('contract-check', './tooling/contract-check'),
      nodeProject('web-build', './apps/web', 'build'),
      {
        extends: true,
        test: {
          name: 'tooling',
          environment: 'node',
          include: ['tooling/{bootstrap,checks}/*.test.mjs', '{docs,deploy}/checks/*.test.mjs'],
        },
      },
      {
        extends: true,
        root: './lab',
        test: {
          name: 'lab',
          environment: 'node',
          include: ['bench/**/*.test.ts', 'chaos/rolling/releases.test.ts'],
        },
      },
      {
        extends: true,
        root: './lab',
        // Each of these files starts the whole product, from its bundles if it has been built.
        test: {
          name: 'chaos',
          environment: 'node',
          include: chaos.map((name) => `chaos/${name}.test.ts`),
          testTimeout: 120 * seconds,
          hookTimeout: 60 * seconds,
          fileParallelism: false,
          isolate: true,
        },
      },
      {
        extends: true,
        root: './apps/web',
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['./src/testing/setup.ts'],
        },
      },
      {
        extends: true,
        root: './apps/console',
        test: {
          name: 'console',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['./src/testing/setup.ts'],
        },
      },
      {
        extends: true,
        root: './packages/ui',
        test: {
          name: 'ui',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['./src/testing/setup.ts'],
        },
      },
    ],
  },
});
