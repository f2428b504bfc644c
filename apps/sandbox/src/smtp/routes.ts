import type { FastifyInstance } from 'fastify';
import { type ParsedMail, simpleParser } from 'mailparser';
import type { StoredMail } from './mail-store.ts';
import type { Smtp } from './smtp.ts';

const parse = (mail: StoredMail) => simpleParser(mail.raw, { skipImageLinks: true, skipTextToHtml: true });

function headersOf({ headerLines }: ParsedMail): Record<string, string> {
  return Object.fromEntries(
    headerLines.map(({ key, line }) => [
      key,
      line
        .slice(line.indexOf(':') + 1)
        .replace(/\r?\n[ \t]+/g, ' ')
        .trim(),
    ]),
  );
}

async function dataOf(mail: StoredMail) {
  const parsed = await parse(mail);
  return {
    id: mail.id,
    from: mail.from,
    to: mail.to,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    headers: headersOf(parsed),
    attachments: parsed.attachments.map(({ filename, contentType, size }) => ({
      filename: filename ?? '',
      content_type: contentType,
      size,
    })),
    received_at: mail.receivedAt,
  };
}

const unknown = (what: string) => Object.assign(new Error(`The ${what} was not found.`), { statusCode: 404 });

/** Control endpoints for the emails. */
export function mailRoutes(scope: FastifyInstance, smtp: Smtp): void {
  scope.get<{ Querystring: { to?: string } }>('/mails', async ({ query: { to } }) => {
    const requested = to?.trim().toLowerCase();
    const mails = smtp.store
      .all()
      .filter(
        (mail) => requested === undefined || mail.to.some((address) => address.toLowerCase() === requested),
      );
    const data = [];
    for (const mail of mails) data.push(await dataOf(mail));
    return { status: 1, message: '', data };
  });

  // Counts without reading the content of emails, so that thousands are counted quickly.
  scope.get('/mails/counts', async () => {
    const copies: Record<string, number> = {};
    for (const { messageId } of smtp.store.all()) copies[messageId] = (copies[messageId] ?? 0) + 1;
    const data = {
      port: smtp.port(),
      received: smtp.store.all().length,
      lost_answers: smtp.lostAnswers(),
      copies,
    };
    return { status: 1, message: '', data };
  });

  scope.get<{ Params: { id: string; number: string } }>(
    '/mails/:id/attachments/:number',
    async ({ params }, reply) => {
      const mail = smtp.store.find(params.id);
      if (!mail) throw unknown('mail');
      const attachment = (await parse(mail)).attachments[Number(params.number)];
      if (!attachment) throw unknown('attachment');
      return reply
        .type(attachment.contentType)
        .header(
          'content-disposition',
          `attachment; filename="${encodeURIComponent(attachment.filename ?? '')}"`,
        )
        .send(attachment.content);
    },
  );
}
