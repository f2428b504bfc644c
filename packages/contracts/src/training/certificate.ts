/** Certificates of attendance: a number that anyone can verify. */
import { z } from 'zod';

const certificateLetters = '23456789ACDEFHJKMNPRTUVWXY';
export const certificateNumberLength = 10;

/** @returns a new number; each letter by a choice below the count of letters */
export function newCertificateNumber(choose: (count: number) => number): string {
  const letters = Array.from({ length: certificateNumberLength }, () =>
    certificateLetters.charAt(choose(certificateLetters.length)),
  );
  return letters.join('');
}

const numberPattern = new RegExp(`^[${certificateLetters}]{${certificateNumberLength}}$`);

/** @param typed in any case, also in groups @returns the number, or undefined */
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
    /** Of class, `YYYY-MM-DD`. */
    days: z.array(z.string()),
    /** Of class; null if the hours are not known. */
    minutes: z.int().nullable(),
    /** Credits of the course, as they were when it was issued; null where it had none. */
    pdus: z.number().nullable(),
    seus: z.number().nullable(),
    issued_at: z.string(),
    provider: z.string(),
  }),
  /** Without the name of the holder. */
  z.object({ state: z.literal('revoked'), number: z.string(), revoked_at: z.string() }),
]);
export type CertificateData = z.output<typeof certificateData>;
