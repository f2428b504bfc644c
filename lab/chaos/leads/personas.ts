import type { FormName } from '@meridian/contracts/calls';
import { formOf } from '@meridian/contracts/leads/forms';

/** A visitor with a unique email address and phone number. */
export interface Persona {
  email: string;
  /** Ten digits. */
  phone: string;
}

const mailHost = 'visitor.example';

/** Creates personas. @param name prefix of their email addresses, unique to the run */
export function createPersonas(name: string): { next: () => Persona; all: Persona[] } {
  const all: Persona[] = [];
  return {
    all,
    next() {
      const person = {
        email: `${name}-${all.length}@${mailHost}`,
        phone: String(7_300_000_000 + all.length * 7_919),
      };
      all.push(person);
      return person;
    },
  };
}

const texts: Record<string, string | number> = {
  full_name: 'Asha Rao Nair',
  first_name: 'Asha',
  last_name: 'Nair',
  company_name: 'Example Ltd',
  message: 'Please call me.',
  comment: 'Which exam comes first?',
  query: 'A team of twelve.',
  course_id: 1,
  blog_id: 1,
  resources_id: 1,
  page_url: 'https://academy.example/safe/leading-safe?utm_source=mail',
  blog_url: 'https://academy.example/blog/a-post',
};

/** The entry of a form in the table of forms. */
export type FormTable = (form: FormName) => ReturnType<typeof formOf>;

/**
 * @param tableOf returns the form's entry, of this tree or of another version
 * @returns a valid submission without its file
 */
export function bodyOf(
  form: FormName,
  { email, phone }: Persona,
  tableOf: FormTable = formOf,
): Record<string, string | number> {
  const { fields, context, crmContext } = tableOf(form);
  const sent = fields.filter((field) => field.type !== 'file' && !field.browserOnly);
  const names = [...sent.map(({ name }) => name), ...Object.keys({ ...context, ...crmContext })];
  const own: Record<string, string> = { email, phone_number: `+91 ${phone}`, mobile_number: phone };
  return Object.fromEntries(names.map((name) => [name, own[name] ?? texts[name] ?? 'SAFe Agilist']));
}

/** @returns a record for `/api/zoho/<form>` */
export function recordOf({ email, phone }: Persona): Record<string, unknown> {
  return { data: [{ First_Name: 'Asha', Last_Name: 'Nair', Email: email, Phone: phone }], trigger: [] };
}

/** @returns addresses and phone numbers of these personas found in a text */
export function tracesOf(personas: readonly Persona[], text: string): string[] {
  const phones = new Set(personas.map(({ phone }) => phone));
  const addresses = text.match(new RegExp(`[\\w.+-]+@${mailHost}`, 'gi')) ?? [];
  const numbers = (text.match(/\d{10,}/g) ?? []).flatMap((digits) =>
    Array.from({ length: digits.length - 9 }, (_window, at) => digits.slice(at, at + 10)),
  );
  return [...addresses, ...numbers.filter((number) => phones.has(number))];
}
