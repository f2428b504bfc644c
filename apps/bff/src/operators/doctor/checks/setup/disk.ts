import { statfs } from 'node:fs/promises';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok, warning } from '../../finding.ts';

const megabyte = 1024 ** 2;
const faultMegabytes = 200;
const warnMegabytes = 2_000;

/**
 * Checks the free space of this machine's disk with the kept assets or the working directory. A database on
 * another disk is not checked.
 */
export async function checkDisk({ settings }: DoctorContext): Promise<Finding> {
  const folder = settings().assetsKeepDir ?? process.cwd();
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / megabyte);
  const text = `The disk with ${folder} has ${free} MB free`;
  const advice =
    'Delete old images (`docker image prune`), logs and backups. A full disk stops the database.';
  if (free < faultMegabytes) return fault(text, advice);
  return free < warnMegabytes ? warning(text, advice) : ok(text);
}
