import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const seconds = 1000;

/** Chaos tests that run by default; `CHAOS=all` runs all of them. */
const chaos = process.env.CHAOS === 'all' ? ['**/*'] : ['leads/rounds', 'payments/kills'];

/** Folders whose tests run in Node. They are one project, because a worker that changes the project starts again. */
const nodeTests = [
  'apps/{bff,upstream,sandbox}/src/**/*.test.ts',
  'apps/web/build/**/*.test.ts',
  'packages/{contracts,instance,mail-templates}/src/**/*.test.ts',
  'tooling/{stack,dev,contract-check}/src/**/*.test.ts',
  'tooling/{bootstrap,checks}/*.test.mjs',
  '{docs,deploy}/checks/*.test.mjs',
  'lab/bench/**/*.test.ts',
  'lab/chaos/rolling/releases.test.ts',
];

/** Shuffles files only within their project. */
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
    // Starts one PostgreSQL for the whole run. @meridian/stack/test-database creates the databases of the tests.
    globalSetup: ['./tooling/stack/src/test-database-setup.ts'],
    // Two more than the two cores of the smallest machine: a worker waits half of its time, mostly for the database.
    maxWorkers: 4,
    // Modules are evaluated once for each worker, not for each file, which takes a third of the time. A module must
    // not keep state that changes the result of another file.
    isolate: false,
    // In changing orders, tests that depend on state from another file fail sooner or later.
    sequence: { sequencer: ShuffledByProject, shuffle: { files: true } },
    // Far above what a test takes alone: a test that times out on a busy machine leaves its faults to the next ones.
    testTimeout: 60 * seconds,
    hookTimeout: 60 * seconds,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: nodeTests,
          setupFiles: ['./apps/bff/testing/set-instance.ts'],
        },
      },
      {
        extends: true,
        root: './lab',
        // Each of these files starts the whole product: from its bundles, or from its sources if it is not built.
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
