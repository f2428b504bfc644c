export const takenKinds = ['order', 'lead'] as const;

/** An order or a lead that can be taken. */
export interface TakenSubject {
  kind: (typeof takenKinds)[number];
  id: string;
}

/** Who took it to work on. */
export interface TakenRow extends TakenSubject {
  operator_name: string;
  operator_email: string;
  taken_at: string;
}
