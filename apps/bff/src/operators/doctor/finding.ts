/** Result of a check of `ops doctor`. */

export interface Finding {
  /**
   * `fault`: a part does not work, or data may be lost. `warning`: the part works, with a risk. `skipped`: a
   * precondition is missing, or an external service does not answer.
   */
  state: 'ok' | 'warning' | 'fault' | 'skipped';
  /** One sentence without personal data and secrets. */
  text: string;
  /** Advice for the operator. */
  advice?: string;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const warning = (text: string, advice: string): Finding => ({ state: 'warning', text, advice });
export const fault = (text: string, advice: string): Finding => ({ state: 'fault', text, advice });
export const skipped = (text: string): Finding => ({ state: 'skipped', text });

/** @returns the message of a thrown value */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** @returns for example `1 lead`, `2 leads` */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
