import { spawn } from 'node:child_process';
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ImageError } from './image-error.ts';

/** What an image consists of, apart from its base: the folder that stands for its /app. */
export type Image = { name: string; folder: string };
export type Images = { bff: Image; upstream: Image; sandbox: Image };

/** What the commands of an image are called in it; the Dockerfile names the first two. */
export const commands = { start: './start', health: './health', ops: './ops' };

/** As `USER` of the Dockerfile says. */
export const imageUser = { uid: 1000, gid: 1000 };

const lastOf = (text: string) => text.split('\n').slice(-40).join('\n');

/**
 * Makes the content of all images by the script that the Dockerfile runs.
 *
 * @param source this repository
 * @param target an empty folder
 * @throws ImageError with the last lines of a script that fails
 */
export async function makeImages(source: string, target: string): Promise<Images> {
  const script = join(source, 'deploy/image/make-content.sh');
  // What is in pnpm's store already is not asked for again.
  const env = { ...process.env, pnpm_config_prefer_offline: 'true', CI: 'true' };
  const child = spawn('sh', [script, source, target], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const status = await new Promise((settle, fail) => child.once('error', fail).once('close', settle));
  if (status !== 0) throw new ImageError(`make-content.sh ended with ${status}\n${lastOf(output)}`);
  const image = (name: string): Image => ({ name, folder: join(target, name) });
  return { bff: image('bff'), upstream: image('upstream'), sandbox: image('sandbox') };
}

/** The paths of all files in an image, below its folder. */
export function filesOf(image: Image): string[] {
  return readdirSync(image.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(image.folder.length + 1))
    .sort();
}

/** Gives a folder to the user of the images. An ordinary user may not; it runs the trial under its own number. */
export function giveToImageUser(folder: string): void {
  if (process.getuid?.() === 0) chownSync(folder, imageUser.uid, imageUser.gid);
}
