import { randomUUID } from 'node:crypto';

/** @returns a function that returns valid bodies of `contact_us`, each of a different person */
export function createLeadBodies(): () => string {
  let people = 0;
  return () => {
    people += 1;
    return JSON.stringify({
      first_name: 'Asha',
      last_name: 'Nair',
      email: `asha.nair-${people}@visitor.example`,
      phone_number: '+91 98450 00000',
      message: 'Please call me about the two days in Pune.',
      submission_id: randomUUID(),
      filled_in_ms: 20_000,
    });
  };
}
