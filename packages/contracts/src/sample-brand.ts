/** The invented brand of the demonstration. Production refuses what holds one of `sampleMarks`. */
export const sampleName = 'Meridian Agile Academy';
export const sampleLegalName = `${sampleName} Private Limited`;
const street = '12 Residency Road';
export const sampleAddress = `4th Floor, ${street}, Ashok Nagar, Bengaluru 560025`;
export const sampleGstin = '29AAAAM0000M1ZX';
export const sampleDomain = 'meridianagile.example';
const mailDomain = 'meridian.example';
export const sampleMailFrom = `${sampleName} <mail@${mailDomain}>`;
export const sampleOperatorEmail = `operators@${mailDomain}`;
export const samplePhone = '+91 80 4718 2020';
export const sampleGrievanceOfficer = {
  name: 'Kavita Rao',
  email: `grievance@${sampleDomain}`,
  phone: '+91 80 4718 2021',
  phoneHref: 'tel:+918047182021',
} as const;

/** A text with one of these is the sample's. */
export const sampleMarks: readonly string[] = [
  sampleName,
  street,
  sampleGstin,
  sampleDomain,
  mailDomain,
  samplePhone,
  sampleGrievanceOfficer.phone,
];
