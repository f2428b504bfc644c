/** What attendees report to PMI (PDUs) and to Scrum Alliance (SEUs) for a course. */
export interface Credits {
  pdus: number | null;
  seus: number | null;
}

/** @returns `16 PDUs`, `14 PDUs and 16 SEUs`; empty where a course has none */
export function formatCredits({ pdus, seus }: Credits): string {
  return [
    ...(pdus === null ? [] : [`${pdus} ${pdus === 1 ? 'PDU' : 'PDUs'}`]),
    ...(seus === null ? [] : [`${seus} ${seus === 1 ? 'SEU' : 'SEUs'}`]),
  ].join(' and ');
}
