import type { FormName } from '@meridian/contracts/calls';
import { formOf } from '@meridian/contracts/leads/forms';

/** Somebody who fills in a form. Nobody else has this e-mail address and this phone number. */
export interface Person {
  email: string;
  /** Ten digits. */
  phone: string;
}

const mailHost = 'visitor.example';

/** People one after the other. @param name makes the addresses of one run differ from those of another */
export function createPeople(name: string): { next: () => Person; all: Person[] } {
  const all: Person[] = [];
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

/** A valid submission of a form, without its file. */
export function bodyOf(form: FormName, { email, phone }: Person): Record<string, string | number> {
  const { fields, context, crmContext } = formOf(form);
  const sent = fields.filter((field) => field.type !== 'file' && !field.browserOnly);
  const names = [...sent.map(({ name }) => name), ...Object.keys({ ...context, ...crmContext })];
  const own: Record<string, string> = { email, phone_number: `+91 ${phone}`, mobile_number: phone };
  return Object.fromEntries(names.map((name) => [name, own[name] ?? texts[name] ?? 'SAFe Agilist']));
}

/** A record for the door that leads to the CRM alone. */
export function recordOf({ email, phone }: Person): Record<string, unknown> {
  return { data: [{ First_Name: 'Asha', Last_Name: 'Nair', Email: email, Phone: phone }], trigger: [] };
}

/** What of these people stands in a text: addresses and numbers, also with more digits around them. */
export function tracesOf(people: readonly Person[], text: string): string[] {
  const phones = new Set(people.map(({ phone }) => phone));
  const addresses = text.match(new RegExp(`[\\w.+-]+@${mailHost}`, 'gi')) ?? [];
  const numbers = (text.match(/\d{10,}/g) ?? []).flatMap((digits) =>
    Array.from({ length: digits.length - 9 }, (_window, at) => digits.slice(at, at + 10)),
  );
  return [...addresses, ...numbers.filter((number) => phones.has(number))];
}
