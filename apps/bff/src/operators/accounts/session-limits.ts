/** Max duration of a session: without use, and in total. */
export const sessionIdleSeconds = 60 * 60;
export const sessionTotalMs = 12 * 60 * 60_000;

/** Validity of a step-up, which for example refunds and exports require. */
export const stepUpMs = 5 * 60_000;

export const minPasswordLength = 12;
