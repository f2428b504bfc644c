import { randomUUID } from 'node:crypto';

export interface UploadFile {
  /** Name of the form's field that holds it. */
  field: string;
  name: string;
  /** Media type. */
  type: string;
  /** The content from the beginning; may be asked for again when a call is repeated. */
  bytes: () => AsyncIterable<Uint8Array>;
  /** Length in bytes. */
  size: number;
}

export interface MultipartBody {
  /** With the exact length. */
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array>;
}

/** Names in a multipart head are quoted; these three would end the quotation or the line (HTML, form data). */
function quoted(name: string): string {
  const escaped = name.replace(/\r?\n|\r/g, '%0D%0A').replaceAll('"', '%22');
  return `"${escaped}"`;
}

/**
 * A `multipart/form-data` body that passes a file on as it is read, so that a large file is never in memory as a
 * whole. The platform's FormData takes complete files only.
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
