/** A file as the answer of a route, such as a PDF. */
import type { FastifyReply } from 'fastify';

export class FileAnswer {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;

  /** @param name of letters, digits, `-` and `.` alone */
  constructor(name: string, contentType: string, content: Buffer) {
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
