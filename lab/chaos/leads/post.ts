import { Agent, request } from 'node:http';

export interface Answer {
  httpStatus: number;
  body: unknown;
}

/** Agent with keep-alive connections. */
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Posts raw bytes; `fetch` would add a content type.
 * @throws the system error if there is no response
 */
export function post(url: string, bytes: Buffer, contentType?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-length': bytes.length,
      ...(contentType !== undefined && { 'content-type': contentType }),
    };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          httpStatus: response.statusCode ?? 0,
          body: parseJson(Buffer.concat(chunks).toString('utf8')),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}
