/** Max duration of a session without use, and in total. */
export const sessionIdleSeconds = 60 * 60;
export const sessionTotalMs = 12 * 60 * 60_000;

/** How long a step-up is valid. Refunds and exports require a step-up. */
export const stepUpMs = 5 * 60_000;

export const minPasswordLength = 12;
