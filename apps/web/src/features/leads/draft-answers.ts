/**
 * Drafts of forms. Typed values are saved in sessionStorage, by page and form, until the form is sent. They
 * survive a reload and Back. Files and the honeypot are never saved.
 */
export type Answers = Readonly<Record<string, string>>;

const keyOf = (form: string, page: string) => `answers ${page} ${form}`;

/** @returns the draft of a form on a page, by field name */
export function draftAnswers(form: string, page = location.pathname): Answers {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form, page)) ?? '{}');
  } catch {
    // Storage is blocked, or has invalid content.
    return {};
  }
}

/** Deletes the draft, after the form was sent. */
export function clearDraft(form: string, page = location.pathname): void {
  try {
    sessionStorage.removeItem(keyOf(form, page));
  } catch {
    // Storage is blocked.
  }
}

/** Saves the values of a form. A form without a name is not saved. */
export function saveDraft(form: HTMLFormElement): void {
  const name = form.getAttribute('name');
  if (!name) return;
  const answers = [...new FormData(form)].filter(
    ([field, value]) => typeof value === 'string' && value !== '' && field !== 'website',
  );
  try {
    if (answers.length === 0) clearDraft(name);
    else sessionStorage.setItem(keyOf(name, location.pathname), JSON.stringify(Object.fromEntries(answers)));
  } catch {
    // Storage is full or blocked: the draft is lost when the page is left.
  }
}

type Input = HTMLInputElement | HTMLTextAreaElement;

/** Fills the draft into the empty fields of a form that is not hydrated yet. */
function restore(form: HTMLFormElement): void {
  for (const [name, answer] of Object.entries(draftAnswers(form.getAttribute('name') ?? ''))) {
    const input = form.elements.namedItem(name) as Input | null;
    if (input?.type === 'checkbox') (input as HTMLInputElement).checked = true;
    else if (input) input.value ||= answer;
  }
}

if (typeof document !== 'undefined') {
  // The capture phase is needed, because React stops events of forms that are not hydrated yet.
  document.addEventListener(
    'input',
    ({ target }) => {
      const { form } = target as Partial<Input>;
      if (form) saveDraft(form);
    },
    true,
  );
  for (const form of document.forms) {
    restore(form);
    // Saves what was typed before this module was loaded.
    saveDraft(form);
  }
}
