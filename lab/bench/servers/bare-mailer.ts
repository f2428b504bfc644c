/** nodemailer by itself: sends one mail to many recipients, each on its own. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';

export interface BareMails {
  mails: number;
  subject: string;
  html: string;
  text: string;
}

const transport = createTransport({
  url: process.env.SMTP_URL ?? '',
  ...{ pool: true, maxConnections: Number(process.env.SMTP_CONNECTIONS), maxMessages: 1_000_000 },
});

async function send({ mails, ...words }: BareMails): Promise<void> {
  await Promise.all(
    Array.from({ length: mails }, (_, index) =>
      transport.sendMail({
        ...{ from: process.env.MAIL_FROM ?? '', to: `reader-${index}@example.in`, ...words },
        headers: { 'Auto-Submitted': 'auto-generated' },
      }),
    ),
  );
}

createServer(async (request, response) => {
  if (request.method === 'POST') await send(JSON.parse(await text(request)) as BareMails);
  response.end();
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
