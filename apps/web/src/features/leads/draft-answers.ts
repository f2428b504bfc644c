/**
 * What a visitor typed outlives a reload, Back and a lost connection: it stays in the tab's own storage, by page and
 * form, until the form was sent. Files are never kept, and the hidden field is not either.
 */
export type Answers = Readonly<Record<string, string>>;

const keyOf = (form: string, page: string) => `answers ${page} ${form}`;

/** @returns what was typed into a form of this page, by the names of its fields */
export function keptAnswers(form: string, page = location.pathname): Answers {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form, page)) ?? '{}');
  } catch {
    // Storage that is closed, or that something else wrote to: as if there were nothing.
    return {};
  }
}

/** Forgets what was typed: the form was sent. */
export function forgetAnswers(form: string, page = location.pathname): void {
  try {
    sessionStorage.removeItem(keyOf(form, page));
  } catch {
    // Nothing can have been kept.
  }
}

/** Keeps what now stands in a form. A form without a name keeps nothing. */
export function keepAnswers(form: HTMLFormElement): void {
  const name = form.getAttribute('name');
  if (!name) return;
  const answers = [...new FormData(form)].filter(
    ([field, value]) => typeof value === 'string' && value !== '' && field !== 'website',
  );
  try {
    if (answers.length === 0) forgetAnswers(name);
    else sessionStorage.setItem(keyOf(name, location.pathname), JSON.stringify(Object.fromEntries(answers)));
  } catch {
    // No room, or a browser that keeps nothing: the answers last as long as the page.
  }
}

type Input = HTMLInputElement | HTMLTextAreaElement;

/** Puts kept answers into the empty fields of a form whose code is not there yet. */
function restore(form: HTMLFormElement): void {
  for (const [name, answer] of Object.entries(keptAnswers(form.getAttribute('name') ?? ''))) {
    const input = form.elements.namedItem(name) as Input | null;
    if (input?.type === 'checkbox') (input as HTMLInputElement).checked = true;
    else if (input) input.value ||= answer;
  }
}

if (typeof document !== 'undefined') {
  // Captured, because React stops events of a form whose code is still on its way.
  document.addEventListener(
    'input',
    ({ target }) => {
      const { form } = target as Partial<Input>;
      if (form) keepAnswers(form);
    },
    true,
  );
  for (const form of document.forms) {
    restore(form);
    // What was typed before this code came.
    keepAnswers(form);
  }
}
