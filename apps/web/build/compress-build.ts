/**
 * Writes compressed copies (`.br`, `.gz`) beside the files of the client build, so that the server does not
 * compress them at run time. Run it after the build: `node build/compress-build.ts <folder>`.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Files of other types, for example fonts and photographs, are already compressed. */
const compressible = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']);
/** In bytes. Compressing a shorter file saves less than the additional response header costs. */
const minBytes = 200;

async function compressFile(path: string): Promise<number> {
  const bytes = await readFile(path);
  if (bytes.length < minBytes) return 0;
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  const forms = [
    { name: `${path}.br`, form: brotli },
    { name: `${path}.gz`, form: zipped },
  ].filter(({ form }) => form.length < bytes.length);
  for (const { name, form } of forms) await writeFile(name, form);
  return forms.length;
}

const [folder = 'dist/client'] = process.argv.slice(2);
const entries = await readdir(folder, { withFileTypes: true, recursive: true });
const files = entries
  .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name))
  // Vite's manifest is not sent to browsers.
  .filter((path) => !path.includes('.vite'));
const written = await Promise.all(files.map(compressFile));
const total = written.reduce((sum, count) => sum + count, 0);
if (total === 0) throw new Error(`There is nothing to compress in ${folder}`);
process.stdout.write(`${total} compressed files written for ${files.length} files in ${folder}\n`);
