import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallName, isReadCall } from '@meridian/contracts/calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../http/envelopes.ts';
import type { FaultKind, Faults, FaultTarget } from './faults.ts';

const slowMs = 2_000;

const badGatewayPage =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n';

function isRead(target: FaultTarget): boolean {
  return target !== 'media' && isReadCall(target);
}

/** JSON that violates the schema of the call: wrong type of data for reads, no status for submissions. */
function wrongShape(target: FaultTarget): object {
  return isRead(target) ? { status: 1, message: 'OK', data: 'nothing of use' } : { result: 'done' };
}

function sendJson(reply: FastifyReply, statusCode: number, text: string) {
  return reply.code(statusCode).type('application/json; charset=utf-8').send(text);
}

/**
 * Injects faults into the routes of `scope`, at most one per request.
 * @param target target of the routes. Default: the call in the config of each route
 */
export function applyFaults(scope: FastifyInstance, faults: Faults, target?: FaultTarget): void {
  const answerIsLost = new WeakSet<FastifyRequest>();
  const unanswered = new Set<Socket>();

  async function strike(kind: FaultKind, struck: FaultTarget, request: FastifyRequest, reply: FastifyReply) {
    const { socket } = request.raw;
    switch (kind) {
      case 'http_500':
        return sendJson(reply, 500, JSON.stringify(refuse('Internal server error')));
      case 'html_502':
        return reply.code(502).type('text/html').send(badGatewayPage);
      case 'timeout':
        reply.hijack();
        unanswered.add(socket);
        socket.once('close', () => unanswered.delete(socket));
        return;
      case 'slow':
        await sleep(slowMs, undefined, { ref: false });
        return;
      case 'reset':
        reply.hijack();
        socket.resetAndDestroy();
        return;
      case 'lost_answer':
        answerIsLost.add(request);
        return;
      case 'refuse':
        return sendJson(reply, 200, JSON.stringify(refuse('We cannot take this right now.')));
      case 'malformed':
        return sendJson(reply, 200, '{"status":1,"message":"OK","data":{');
      case 'wrong_shape':
        return sendJson(reply, 200, JSON.stringify(wrongShape(struck)));
    }
  }

  scope.addHook('preHandler', async (request, reply) => {
    const struck: CallName | 'media' | undefined = target ?? request.routeOptions.config.call;
    const kind = struck && faults.take(struck);
    if (kind) return strike(kind, struck, request, reply);
  });

  scope.addHook('onSend', async (request, _reply, payload) => {
    // The handler has done its work. Only the answer is lost.
    if (answerIsLost.has(request)) request.raw.socket.resetAndDestroy();
    return payload;
  });

  // Requests that get no answer would block the shutdown.
  scope.addHook('preClose', async () => {
    for (const socket of unanswered) socket.destroy();
  });
}
