import { spawn } from 'node:child_process';
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ImageError } from './image-error.ts';

/** Content of an image without its base image: the folder for /app. */
export type Image = { name: string; folder: string };
export type Images = { bff: Image; upstream: Image; sandbox: Image };

/** Commands of an image. The Dockerfile uses the first two. Only the image of the BFF has `ops`. */
export const commands = { start: './start', health: './health', ops: './ops' };

/** `USER` of the Dockerfile. */
export const imageUser = { uid: 1000, gid: 1000 };

const lastOf = (text: string) => text.split('\n').slice(-40).join('\n');

/**
 * Builds the content of all images with the Dockerfile's script.
 * @param source this repository
 * @param target an empty folder
 * @throws ImageError with the last lines of the script's output
 */
export async function makeImages(source: string, target: string): Promise<Images> {
  const script = join(source, 'deploy/image/make-content.sh');
  // Prefers packages in pnpm's store to downloads.
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

/** @returns the paths of all files of an image, relative to its folder */
export function filesOf(image: Image): string[] {
  return readdirSync(image.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(image.folder.length + 1))
    .sort();
}

/** If this process runs as root, makes the image's user the owner of a folder. */
export function giveToImageUser(folder: string): void {
  if (process.getuid?.() === 0) chownSync(folder, imageUser.uid, imageUser.gid);
}
