import type { FieldErrors } from '@meridian/contracts/envelope';

/**
 * Why a request is refused. `http/problems/error-handler.ts` maps each kind to a status, `ops` to an exit
 * status.
 */
export type RefusalKind =
  /** The input has an error; `errors` names its fields if they are known. */
  | 'invalid'
  | 'too_large'
  /** The caller lacks the role, or needs a step-up first: `errors.step_up`. */
  | 'forbidden'
  | 'not_found'
  /** The subject no longer exists, for example a used or expired link. */
  | 'gone'
  /** The state of the data does not allow the request. */
  | 'conflict'
  /** Too many requests. */
  | 'limited'
  /** Temporarily impossible on our side; a retry may succeed. */
  | 'unavailable'
  /** An external service did not answer; a retry may succeed. */
  | 'partner_unavailable';

export interface RefusalOptions {
  /** Messages by field of the input. */
  errors?: FieldErrors;
  /** Seconds after which a retry may succeed. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * A request that is refused for a reason that its sender can understand. If it is thrown in a transaction,
 * the transaction is rolled back.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: RefusalKind;
  /** Stable, for logs and programs, e.g. `order_unknown`. */
  readonly code: string;
  /** True if a retry may succeed. */
  readonly retry: boolean;
  readonly errors: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;

  /** @param message states what happened and, if it helps, what to do; no personal data */
  constructor(kind: RefusalKind, code: string, message: string, options: RefusalOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.code = code;
    this.retry = kind === 'limited' || kind === 'unavailable' || kind === 'partner_unavailable';
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** @returns a refusal of one field of the input */
export function invalidField(code: string, field: string, message: string): Refusal {
  return new Refusal('invalid', code, message, { errors: { [field]: [message] } });
}
