/** Who runs the site, as pages and mails name it by law. Content, not code: edit it here. */
export const provider = {
  legalName: 'Meridian Agile Academy Private Limited',
  address: '12 Residency Road, Bengaluru 560025',
  /** Where visitors write to. */
  email: 'learn@meridianagile.example',
  /** Consumer Protection (E-Commerce) Rules 2020, rule 4, and the DPDP Rules 2025, rule 9. */
  grievanceOfficer: {
    name: 'Kavita Rao',
    email: 'grievance@meridianagile.example',
    phone: '+91 80 4718 2021',
    phoneHref: 'tel:+918047182021',
  },
} as const;
