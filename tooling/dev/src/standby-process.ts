/**
 * Preloaded server process: has loaded the app's libraries, most of its start-up time, and loads the app
 * once it gets an environment. Arguments: the app's folder and its main file.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder = '', main = ''] = process.argv.slice(2);
const manifestUrl = pathToFileURL(join(folder, 'package.json'));
const { dependencies } = JSON.parse(readFileSync(manifestUrl, 'utf8')) as {
  dependencies: Record<string, string>;
};
// Workspace packages may change until then.
const libraries = Object.keys(dependencies).filter((name) => !dependencies[name]?.startsWith('workspace:'));

const asked = once(process, 'message') as Promise<[NodeJS.ProcessEnv]>;
for (const name of libraries) {
  // Packages without a main module are loaded by the app.
  await Promise.resolve()
    .then(() => import(import.meta.resolve(name, manifestUrl)))
    .catch(() => undefined);
}
const [env] = await asked;
process.env = env;
process.disconnect();
await import(pathToFileURL(join(folder, main)).href);
