/** Why a whole call to the CRM came to nothing; what is wrong with one record is a result, not an error. */
export type CrmErrorCode =
  /** Network fault, time-out, 5xx or an answer that cannot be read: nobody knows whether records were made. */
  | 'unavailable'
  /** The CRM asks for a rest. */
  | 'throttled'
  /** Our credentials or their rights are refused: an operator has to act. */
  | 'unauthorized'
  /** The call as such is refused, for whatever one of its records holds. */
  | 'rejected';

/** A call's failure that says nothing about our leads themselves; `pauseSeconds` is set where all calls rest. */
export class CrmError extends Error {
  readonly code: CrmErrorCode;
  readonly retry: boolean;
  /** Hold all calls for this long; the tries of the leads do not count. */
  readonly pauseSeconds: number;

  constructor(code: CrmErrorCode, message: string, options: { pauseSeconds?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'CrmError';
    this.code = code;
    this.retry = code !== 'rejected';
    this.pauseSeconds = options.pauseSeconds ?? 0;
  }
}
