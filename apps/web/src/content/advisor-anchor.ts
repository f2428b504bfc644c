/** Anchor of the advisor's form, the target of several links. */
export const advisorId = 'advisor';
