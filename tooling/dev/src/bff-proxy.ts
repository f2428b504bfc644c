import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { developmentPolicy } from './document-policy.ts';

export interface BffProxy {
  forward(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Holds requests until the promise resolves. If it rejects, they get 503 with its message. */
  hold(work: Promise<void>): void;
}

const policyHeader = 'content-security-policy';

function refuse(outgoing: ServerResponse, message: string): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  outgoing.end(`${message}\n`);
}

/** Creates a proxy to the BFF's port. The proxy stays up while the BFF restarts. */
export function createBffProxy(port: number): BffProxy {
  let ready: Promise<void> = Promise.resolve();

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url = '/', headers } = incoming;
    const forwarded = { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '127.0.0.1' };
    const toBff = request({ host: '127.0.0.1', port, method, path: url, headers: forwarded }, (answer) => {
      const { [policyHeader]: policy, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, {
        ...kept,
        ...(policy && { [policyHeader]: developmentPolicy(String(policy)) }),
      });
      answer.pipe(outgoing);
    });
    toBff.on('error', (error) => refuse(outgoing, `The BFF does not answer: ${error.message}`));
    outgoing.on('close', () => toBff.destroy());
    incoming.pipe(toBff);
  }

  return {
    forward(incoming, outgoing) {
      ready.then(
        () => pass(incoming, outgoing),
        (error: Error) => refuse(outgoing, error.message),
      );
    },
    hold(work) {
      ready = work;
      // Avoids an unhandled rejection: each request handles the failure.
      work.catch(() => undefined);
    },
  };
}
