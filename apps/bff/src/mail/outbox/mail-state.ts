/** State machine of an email: the SQL statements take their conditions from this table. */
export const mailStates = ['due', 'sent', 'refused', 'dropped', 'bounced'] as const;
/**
 * `due`: attempted at `next_try_at`; `refused`: a dead letter, unreadable, refused permanently or not
 * accepted for three days; `dropped`: deliberately not sent; `bounced`: accepted, later reported as
 * undelivered.
 */
export type MailState = (typeof mailStates)[number];

interface Step {
  from: readonly MailState[];
  to: MailState;
}

const steps = {
  /** The mail server has accepted the email: only a bounce or an operator can change its state. */
  accepted: { from: ['due'], to: 'sent' },
  deferred: { from: ['due'], to: 'due' },
  refused: { from: ['due'], to: 'refused' },
  dropped: { from: ['due'], to: 'dropped' },
  bounced: { from: ['sent'], to: 'bounced' },
  /** An operator's decision. */
  resent: { from: ['sent', 'refused', 'dropped', 'bounced'], to: 'due' },
} as const satisfies Record<string, Step>;

export type MailEvent = keyof typeof steps;
export const mailEvents = Object.keys(steps) as MailEvent[];

/** @returns states in which the event has an effect, and the state after it */
export function stepOf(event: MailEvent): Step {
  return steps[event];
}

/** @returns the state after an event that may be late or repeated */
export function nextState(state: MailState, event: MailEvent): MailState {
  const { from, to } = stepOf(event);
  return from.includes(state) ? to : state;
}

/** @returns true if an operator may resend the email */
export const resendable = (state: MailState): boolean => stepOf('resent').from.includes(state);
