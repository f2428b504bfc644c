/** States and union territories by their code, which is the beginning of a GSTIN. */

/** Place of supply of an export. */
export const abroad = '96';

/** In the order of the form: by name, abroad last. */
export const states: readonly { code: string; name: string }[] = [
  { code: '35', name: 'Andaman and Nicobar Islands' },
  { code: '37', name: 'Andhra Pradesh' },
  { code: '12', name: 'Arunachal Pradesh' },
  { code: '18', name: 'Assam' },
  { code: '10', name: 'Bihar' },
  { code: '04', name: 'Chandigarh' },
  { code: '22', name: 'Chhattisgarh' },
  { code: '26', name: 'Dadra and Nagar Haveli and Daman and Diu' },
  { code: '07', name: 'Delhi' },
  { code: '30', name: 'Goa' },
  { code: '24', name: 'Gujarat' },
  { code: '06', name: 'Haryana' },
  { code: '02', name: 'Himachal Pradesh' },
  { code: '01', name: 'Jammu and Kashmir' },
  { code: '20', name: 'Jharkhand' },
  { code: '29', name: 'Karnataka' },
  { code: '32', name: 'Kerala' },
  { code: '38', name: 'Ladakh' },
  { code: '31', name: 'Lakshadweep' },
  { code: '23', name: 'Madhya Pradesh' },
  { code: '27', name: 'Maharashtra' },
  { code: '14', name: 'Manipur' },
  { code: '17', name: 'Meghalaya' },
  { code: '15', name: 'Mizoram' },
  { code: '13', name: 'Nagaland' },
  { code: '21', name: 'Odisha' },
  { code: '34', name: 'Puducherry' },
  { code: '03', name: 'Punjab' },
  { code: '08', name: 'Rajasthan' },
  { code: '11', name: 'Sikkim' },
  { code: '33', name: 'Tamil Nadu' },
  { code: '36', name: 'Telangana' },
  { code: '16', name: 'Tripura' },
  { code: '09', name: 'Uttar Pradesh' },
  { code: '05', name: 'Uttarakhand' },
  { code: '19', name: 'West Bengal' },
  { code: '97', name: 'Other territory of India' },
  { code: abroad, name: 'Outside India' },
];

/** Codes of former states and their current codes: Daman and Diu, and Andhra Pradesh before 2014. */
const former: Readonly<Record<string, string>> = { '25': '26', '28': '37' };

const names = new Map(states.map(({ code, name }) => [code, name]));

/** @returns true for a current code of a state, of a territory, or for abroad */
export function isState(code: string): boolean {
  return names.has(code);
}

/** @returns the current code; other codes unchanged */
export function currentState(code: string): string {
  return former[code] ?? code;
}

/** @returns the name of the state; an unknown code is returned unchanged */
export function stateName(code: string): string {
  return names.get(currentState(code)) ?? code;
}
