/** Two builds of the product: of the last tag and of this tree, each as the content of its images. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nodeFlags } from '@meridian/stack/node-settings';
import type { Command } from '@meridian/stack/service';
import type { ServiceName } from '@meridian/stack/service-environment';
import type { FormTable } from '../leads/personas.ts';

const root = resolve(import.meta.dirname, '../../..');
const contracts = 'packages/contracts';

export interface Release {
  /** The tag's name, or `this tree`. */
  name: string;
  command: (service: ServiceName) => Command;
  /** Program of `ops`. */
  ops: string;
  /** The table of forms of the release. */
  formOf: FormTable;
}

/** A release cannot be built. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

function run(command: string, args: string[], cwd = root): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  throw new ReleaseError(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`, { cause: error });
}

/**
 * @throws ReleaseError if no version tag is reachable: without an earlier release the trial proves nothing
 */
export function lastTag(folder = root): string {
  return run('git', ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*'], folder);
}

async function build(name: string, source: string, target: string): Promise<Release> {
  run('sh', [join(source, 'deploy/image/make-content.sh'), source, target]);
  const tables: { formOf: FormTable } = await import(join(source, contracts, 'src/leads/forms.ts'));
  return {
    name,
    command(service) {
      const cwd = join(target, service);
      return { command: process.execPath, args: [...nodeFlags, 'main.js'], cwd };
    },
    ops: join(target, 'bff/apps/bff/dist/ops.js'),
    formOf: tables.formOf,
  };
}

/**
 * Builds both releases into a folder, which takes a minute or two for each.
 * @param tag tag of the earlier release
 * @throws ReleaseError
 */
export async function buildReleases(
  folder: string,
  tag: string,
): Promise<{ earlier: Release; now: Release }> {
  const source = join(folder, 'source');
  mkdirSync(source);
  run('sh', ['-c', 'git archive "$0" | tar -C "$1" -x', tag, source]);
  // Needed only to import the tag's table of forms and the modules that the table imports.
  symlinkSync(join(root, contracts, 'node_modules'), join(source, contracts, 'node_modules'));
  return {
    earlier: await build(tag, source, join(folder, 'earlier')),
    now: await build('this tree', root, join(folder, 'now')),
  };
}
