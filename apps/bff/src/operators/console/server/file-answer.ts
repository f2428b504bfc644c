/** A file as the response of a route, for example a PDF. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export class FileAnswer {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer | Readable;

  /** @param name file name; other characters than letters, digits, `_`, `-` and `.` are replaced */
  constructor(name: string, contentType: string, content: Buffer | Readable) {
    this.name = name;
    this.contentType = contentType;
    this.content = content;
  }
}

export function sendFile(reply: FastifyReply, { name, contentType, content }: FileAnswer): FastifyReply {
  return reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '-')}"`)
    .send(content);
}
