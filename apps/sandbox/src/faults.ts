import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export const services = ['razorpay', 'zoho', 'smtp'] as const;
export type Service = (typeof services)[number];

/** Kinds whose response has the service's own format. */
type AnsweredKind = 'http_500' | 'rate_limit' | 'invalid_token' | 'invalid_data';
/** Kinds for Razorpay and Zoho, which are called over HTTP. */
export const httpFaultKinds = [
  'http_500',
  'html_502',
  'rate_limit',
  'slow',
  'reset',
  'lost_answer',
  'invalid_token',
  'invalid_data',
] as const;
export type HttpFaultKind = (typeof httpFaultKinds)[number];

/** Kinds for the mail server. `defer`, `greylist` and `refuse` answer 451, 450 and 550. */
export const smtpFaultKinds = ['defer', 'greylist', 'refuse', 'slow', 'lost_answer'] as const;
export type SmtpFaultKind = (typeof smtpFaultKinds)[number];

export const faultKinds = [...new Set([...httpFaultKinds, ...smtpFaultKinds])];
export type FaultKind = HttpFaultKind | SmtpFaultKind;

/** @returns whether the service has this kind of fault */
export function isKindOf(service: Service, kind: FaultKind): boolean {
  const kinds: readonly FaultKind[] = service === 'smtp' ? smtpFaultKinds : httpFaultKinds;
  return kinds.includes(kind);
}

export interface Fault {
  service: Service;
  kind: FaultKind;
  /** Remaining uses; null if the fault stays until it is cleared. */
  times: number | null;
  /** Probability for each matching request, above 0 and up to 1. */
  probability: number;
  /** Delay of `slow`, in milliseconds. */
  delayMs: number;
}

/**
 * How a service fails. `strikes` is true if a kind applies to a request. `answers` are responses in the
 * service's own format.
 */
export interface FaultProfile {
  strikes: (kind: HttpFaultKind, request: FastifyRequest) => boolean;
  answers: Record<AnsweredKind, (request: FastifyRequest) => { statusCode: number; body: object }>;
}

const badGatewayPage =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n';

export type Faults = ReturnType<typeof createFaults>;

/** Creates the list of active faults. */
export function createFaults() {
  let active: Fault[] = [];

  return {
    add(fault: Fault): void {
      active.push({ ...fault });
    },
    list: (): readonly Fault[] => active,
    clear(): void {
      active = [];
    },
    /** Returns the oldest fault that matches, and counts a use of it; undefined if none matches. */
    take(service: Service, strikes: (kind: FaultKind) => boolean): Fault | undefined {
      const fault = active.find(
        (candidate) =>
          candidate.service === service && strikes(candidate.kind) && Math.random() < candidate.probability,
      );
      if (fault && fault.times !== null) {
        fault.times -= 1;
        active = active.filter(({ times }) => times !== 0);
      }
      return fault;
    },
  };
}

const isHttpKind = (kind: FaultKind): kind is HttpFaultKind => isKindOf('razorpay', kind);
const isAnswered = (kind: FaultKind): kind is AnsweredKind =>
  ['http_500', 'rate_limit', 'invalid_token', 'invalid_data'].includes(kind);

/** Injects faults into the routes of `scope`, at most one per request. */
export function applyFaults(
  scope: FastifyInstance,
  faults: Faults,
  service: Service,
  profile: FaultProfile,
): void {
  const answerIsLost = new WeakSet<FastifyRequest>();

  scope.addHook('preHandler', async (request, reply) => {
    const fault = faults.take(service, (kind) => isHttpKind(kind) && profile.strikes(kind, request));
    if (!fault) return;
    switch (fault.kind) {
      case 'slow':
        await sleep(fault.delayMs, undefined, { ref: false });
        return;
      case 'reset':
        reply.hijack();
        request.raw.socket.resetAndDestroy();
        return;
      case 'lost_answer':
        answerIsLost.add(request);
        return;
      case 'html_502':
        return reply.code(502).type('text/html').send(badGatewayPage);
      default: {
        if (!isAnswered(fault.kind)) return;
        const { statusCode, body } = profile.answers[fault.kind](request);
        return reply.code(statusCode).send(body);
      }
    }
  });

  scope.addHook('onSend', async (request, _reply, payload) => {
    if (answerIsLost.has(request)) request.raw.socket.resetAndDestroy();
    return payload;
  });
}
