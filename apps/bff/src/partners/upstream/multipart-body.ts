import { randomUUID } from 'node:crypto';

export interface UploadFile {
  /** Form field of the file. */
  field: string;
  name: string;
  /** Media type. */
  type: string;
  /** Reads the content; called again for each retry. */
  bytes: () => AsyncIterable<Uint8Array>;
  /** Bytes. */
  size: number;
}

export interface MultipartBody {
  /** Headers with the exact `Content-Length`. */
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array>;
}

/** Escapes the three characters that could end a quoted name or its line (HTML, form data). */
function quoted(name: string): string {
  const escaped = name.replace(/\r?\n|\r/g, '%0D%0A').replaceAll('"', '%22');
  return `"${escaped}"`;
}

/**
 * A streamed `multipart/form-data` body. Unlike with the platform's FormData, the whole file is never in
 * memory.
 */
export function multipartBody(fields: Record<string, string>, file: UploadFile): MultipartBody {
  const boundary = `form-${randomUUID()}`;
  const head = (name: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name=${quoted(name)}${more}\r\n`;
  const before = Buffer.from(
    [
      ...Object.entries(fields).map(([name, value]) => `${head(name)}\r\n${value}\r\n`),
      `${head(file.field, `; filename=${quoted(file.name)}`)}content-type: ${file.type}\r\n\r\n`,
    ].join(''),
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield before;
    yield* file.bytes();
    yield after;
  }
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(before.length + file.size + after.length),
    },
    body: ReadableStream.from(parts()),
  };
}
