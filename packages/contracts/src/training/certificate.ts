/** Certificates of attendance. Anyone can verify one by its number. */
import { z } from 'zod';

const certificateLetters = '23456789ACDEFHJKMNPRTUVWXY';
export const certificateNumberLength = 10;

/** @param choose returns a random integer from 0 to `count` - 1 @returns a new number */
export function newCertificateNumber(choose: (count: number) => number): string {
  const letters = Array.from({ length: certificateNumberLength }, () =>
    certificateLetters.charAt(choose(certificateLetters.length)),
  );
  return letters.join('');
}

const numberPattern = new RegExp(`^[${certificateLetters}]{${certificateNumberLength}}$`);

/** @param typed in upper or lower case, also in groups @returns the number, or undefined */
export function readCertificateNumber(typed: string): string | undefined {
  const number = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return numberPattern.test(number) ? number : undefined;
}

/** `GET /api/certificates/<number>` */
export const certificateData = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('valid'),
    number: z.string(),
    name: z.string(),
    course_name: z.string(),
    /** Days of class, `YYYY-MM-DD`. */
    days: z.array(z.string()),
    /** Minutes of class; null if the hours are unknown. */
    minutes: z.int().nullable(),
    /** Credits of the course at the time of issue; null if it had none. */
    pdus: z.number().nullable(),
    seus: z.number().nullable(),
    issued_at: z.string(),
    provider: z.string(),
  }),
  /** A revoked certificate is shown without the name of its holder. */
  z.object({ state: z.literal('revoked'), number: z.string(), revoked_at: z.string() }),
]);
export type CertificateData = z.output<typeof certificateData>;
