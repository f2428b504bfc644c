/** Credits that attendees can report for a course: PDUs to PMI, SEUs to Scrum Alliance. */
export interface Credits {
  pdus: number | null;
  seus: number | null;
}

/** @returns for example `16 PDUs` or `14 PDUs and 16 SEUs`; empty if a course has none */
export function formatCredits({ pdus, seus }: Credits): string {
  return [
    ...(pdus === null ? [] : [`${pdus} ${pdus === 1 ? 'PDU' : 'PDUs'}`]),
    ...(seus === null ? [] : [`${seus} ${seus === 1 ? 'SEU' : 'SEUs'}`]),
  ].join(' and ');
}
